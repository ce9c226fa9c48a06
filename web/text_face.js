// The text view's events: what a click, a key, a changed field or a file asks of the session (ui/view/view_model.hpp, Action), and
// what only a browser can do: saved scenarios, pictures, paper.
import { savePicture, saveText, standaloneSvg } from './download.js';
import * as saved from './saved.js';

const root = document.documentElement;
const element = (id) => document.getElementById(id);

export class TextFace {
  // `page` (main.js) holds the session, the current view and the message line; `target` is where the text view stands.
  constructor(page, target) {
    this.page = page;
    this.target = target;
  }

  listen() {
    const text = this.target;
    text.addEventListener('click', (e) => this.clicked(e));
    text.addEventListener('change', (e) => this.changed(e.target));
    text.addEventListener('input', ({ target }) => {
      if (target.dataset.field === 'model' || target.dataset.search) this.page.dispatch({ kind: 'search', text: target.value });
      if (target.dataset.filter) this.page.dispatch({ kind: 'filter', text: target.value });
    });
    text.addEventListener('submit', (e) => e.preventDefault());
    text.addEventListener('keydown', (e) => this.pressed(e));
    addEventListener('beforeprint', () => this.beforePrint());
    addEventListener('afterprint', () => (root.dataset.theme = this.theme));
  }

  clicked(e) {
    if (e.target.closest('.verdict-line')) this.toAnswer(e);
    const target = e.target.closest('[data-action], [data-found], [data-saved], [data-print], [data-picture], [data-file]');
    if (!target || target.disabled) return;
    const { action, found, saved: what, print: prints, picture, file, type } = target.dataset;
    if (action) this.act(JSON.parse(action), target);
    if (found) this.take(found);
    if (what) this.keep(what, target);
    if (prints) print();
    if (file) saveText(`gpu-selector.${type}`, this.page.taken(file));
    if (picture) this.picture(picture, target.dataset.chart);
  }

  // What had the focus and is gone with a new answer leaves it beside where it was, never at the top of the page.
  keepFocus(change) {
    const before = this.target.contains(document.activeElement) ? document.activeElement : null;
    const section = before?.closest('section, form, nav, header, details')?.id;
    change();
    if (!before || before.isConnected) return;
    const place = element(section) ?? element('answer') ?? this.target;
    const next = place.querySelector('button:not(:disabled), a, input') ?? place;
    if (next === place) place.tabIndex = -1;
    next.focus({ preventScroll: true });
  }

  // The address bar's hash is the scenario: a link inside the page moves the focus and leaves it alone.
  toAnswer(e) {
    e.preventDefault();
    element('answer').focus();
  }

  act(action, target) {
    if (action.kind === 'open_why') this.opener = target.id;
    this.page.dispatch(action);
    if (action.kind === 'open_why') element('why')?.focus();
    if (action.kind === 'close_why') this.backToOpener();
    if (action.kind === 'set_mode' && action.text === 'compare') element('compare')?.focus();
    if (action.kind === 'load_scenario') element('answer-title')?.scrollIntoView({ block: 'nearest' });
  }

  // Closing a Why gives the focus back to the number that opened it.
  backToOpener() {
    if (this.opener) element(this.opener)?.focus();
  }

  // A search result: "model:ID" or "accelerator:ID".
  take(found) {
    const at = found.indexOf(':');
    const path = found.slice(0, at) === 'model' ? 'model' : 'hardware.accelerator';
    element('f-search').value = '';
    this.page.dispatch({ kind: 'search', text: '' });
    this.page.dispatch({ kind: 'set_field', path, value: found.slice(at + 1) });
    element('f-search').focus();
  }

  pressed(e) {
    const command = (e.ctrlKey || e.metaKey) && !e.altKey;
    const key = e.key.toLowerCase();
    const typing = /^(INPUT|TEXTAREA)$/.test(e.target.nodeName) && !/^(checkbox|radio|file)$/.test(e.target.type);
    if (e.key === 'Escape' && element('why')) {
      this.page.dispatch({ kind: 'close_why' });
      this.backToOpener();
    } else if (command && key === 'k') {
      e.preventDefault();
      element('f-search').focus();
    } else if (command && !typing && (key === 'z' || key === 'y')) {
      e.preventDefault();
      this.page.dispatch({ kind: key === 'y' || e.shiftKey ? 'redo' : 'undo' });
    }
  }

  changed(target) {
    const { field, option, baseline, column } = target.dataset;
    if (field) {
      const value = target.type === 'checkbox' ? target.checked : target.value;
      this.page.dispatch({ kind: 'set_field', path: field, value: value === '' ? null : value });
    } else if (option) this.page.dispatch({ kind: 'show_option', path: option, text: target.value });
    else if (target.dataset.switch) this.page.dispatch({ kind: 'show_option', path: target.dataset.switch, value: target.checked });
    else if (baseline) this.page.dispatch({ kind: 'compare_with', text: target.value });
    else if (column) this.page.dispatch({ kind: 'set_columns', text: [...document.querySelectorAll('[data-column]:checked')].map((c) => c.dataset.column).join(',') });
    else if (target.dataset.modelFile) this.page.importFile(target.files[0]);
    else if (target.dataset.savedFile) this.readSaved(target.files[0]);
  }

  // ---------------------------------------------------------------- saved scenarios, files, paper
  keep(what, target) {
    const name = element('f-save').value.trim() || this.page.view.scenario_name;
    let kept = true;
    if (what === 'save') kept = saved.saveScenario(name, this.page.view.permalink);
    if (what === 'delete') kept = saved.deleteScenario(target.dataset.name);
    if (what === 'export') saveText('gpu-selector-scenarios.json', saved.scenariosFile());
    if (what === 'save') element('f-save').value = '';
    this.page.say(kept ? '' : this.page.text('saved.forbidden'));
    this.page.showText();
    if (what === 'delete') element('f-save').focus();
  }

  async readSaved(file) {
    if (!file) return;
    const count = saved.readScenariosFile(await file.text());
    this.page.say(count > 0 ? '' : this.page.text(count < 0 ? 'saved.forbidden' : 'saved.bad'));
    this.page.showText();
  }

  async picture(type, chart) {
    const section = element(`chart-${chart}`);
    const drawing = standaloneSvg(section.querySelector('figure svg'), section.querySelector('h3').textContent);
    if (type === 'svg') saveText(`gpu-selector-${chart}.svg`, drawing.text);
    else await savePicture(`gpu-selector-${chart}.png`, drawing);
  }

  // Paper is light, and says where it comes from and when.
  beforePrint() {
    this.theme = root.dataset.theme;
    root.dataset.theme = 'light';
    document.querySelector('.report-foot').textContent = `${location.href} · ${new Date().toLocaleDateString(this.page.lang)}`;
  }
}
