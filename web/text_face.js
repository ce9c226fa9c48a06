// The text view's events: what a click, a key, a changed field or a file asks of the session (ui/view/view_model.hpp, Action), and
// what the page then does with the focus.
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
    const target = e.target.closest('[data-action], [data-found], [data-save]');
    if (!target || target.disabled) return;
    const { action, found, save } = target.dataset;
    if (action) this.act(JSON.parse(action), target);
    if (found) this.take(found);
    if (save) this.keepScenario();
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
    const opens = action.kind === 'open_why' || (action.path === 'launch' && action.text);
    if (opens && !target.closest('#why, #launch')) this.opener = target.id;
    this.page.dispatch(action);
    if (action.kind === 'open_why') element('why')?.focus();
    if (action.path === 'launch' && action.text) element('launch')?.focus();
    if (action.kind === 'close_why' || (action.path === 'launch' && !action.text)) this.backToOpener();
    if (action.kind === 'set_mode' && action.text === 'compare') element('compare')?.focus();
    if (action.kind === 'load_scenario') element('answer-title')?.scrollIntoView({ block: 'nearest' });
  }

  // Closing gives the focus back to what opened it.
  backToOpener() {
    if (this.opener) element(this.opener)?.focus();
  }

  // A search result: "model:", "accelerator:", "field:" or "start:" and the id.
  take(found) {
    const at = found.indexOf(':');
    const [kind, id] = [found.slice(0, at), found.slice(at + 1)];
    const start = this.page.view.starts.find((b) => b.id === id);
    element('f-search').value = '';
    this.page.dispatch({ kind: 'search', text: '' });
    if (kind === 'field') return this.toField(id);
    if (kind === 'start' && start) this.page.dispatch(start.action);
    if (kind === 'model' || kind === 'accelerator') this.page.dispatch({ kind: 'set_field', path: kind === 'model' ? 'model' : 'hardware.accelerator', value: id });
    element('f-search').focus();
  }

  toField(id) {
    const field = this.target.querySelector(`[data-field="${id}"]`);
    field?.closest('details')?.setAttribute('open', '');
    field?.focus();
  }

  pressed(e) {
    const command = (e.ctrlKey || e.metaKey) && !e.altKey;
    const key = e.key.toLowerCase();
    const typing = /^(INPUT|TEXTAREA)$/.test(e.target.nodeName) && !/^(checkbox|radio|file)$/.test(e.target.type);
    if (e.key === 'Escape' && (element('why') || element('launch'))) {
      this.page.dispatch(element('why') ? { kind: 'close_why' } : { kind: 'show_option', path: 'launch', text: '' });
      this.backToOpener();
    } else if (!command && !e.altKey && !typing && this.page.view.letters) {
      if (this.letter(key, e.target)) e.preventDefault();
    } else if (command && key === 'k') {
      e.preventDefault();
      element('f-search').focus();
    } else if (command && !typing && (key === 'z' || key === 'y')) {
      e.preventDefault();
      this.page.dispatch({ kind: key === 'y' || e.shiftKey ? 'redo' : 'undo' });
    }
  }

  // The canvas's single keys, where they mean the same here; a person can switch them off (WCAG 2.1.4).
  letter(key, target) {
    const { view } = this.page;
    const rows = view.table.rows;
    const step = (by) => {
      const at = rows.findIndex((r) => r.selected);
      const next = rows[Math.min(Math.max(at + by, 0), rows.length - 1)];
      if (next) this.page.dispatch({ kind: 'select_row', text: next.key });
    };
    const focused = target.closest('tr')?.querySelector('[id^="row-"]')?.id.slice(4);
    const row = rows.find((r) => r.key === focused) ?? rows.find((r) => r.selected);
    const keys = {
      '/': () => element('f-search').focus(),
      '?': () => Object.assign(element('keys'), { open: true }).querySelector('summary').focus(),
      w: () => this.target.querySelector('.figure .number')?.click(),
      p: () => row && view.table.pinnable && this.page.dispatch({ kind: row.pinned ? 'unpin' : 'pin', text: row.key }),
      c: () => element('to-compare').click(),
      '[': () => step(-1),
      ']': () => step(1),
      l: () => this.page.dispatch({ kind: 'copy_link' }),
      m: () => this.page.dispatch({ kind: 'copy_markdown' }),
      t: () => element('to-canvas').click(),
      d: () => element('theme').click(),
    };
    keys[key]?.();
    return key in keys;
  }

  changed(target) {
    const { field, option, baseline, column } = target.dataset;
    if (target.dataset.tool) return this.page.dispatch({ kind: 'show_option', path: 'launch', text: target.value });
    if (field) {
      const value = target.type === 'checkbox' ? target.checked : target.value;
      this.page.dispatch({ kind: 'set_field', path: field, value: value === '' ? null : value });
    } else if (option) this.page.dispatch({ kind: 'show_option', path: option, text: target.value });
    else if (target.dataset.switch) this.page.dispatch({ kind: 'show_option', path: target.dataset.switch, value: target.checked });
    else if (target.dataset.where) this.page.dispatch({ kind: 'filter', path: target.dataset.where, text: target.value });
    else if (baseline) this.page.dispatch({ kind: 'compare_with', text: target.value });
    else if (column) this.page.dispatch({ kind: 'set_columns', text: [...document.querySelectorAll('[data-column]:checked')].map((c) => c.dataset.column).join(',') });
    else if (target.dataset.modelFile) this.page.importFile(target.files[0]);
    else if (target.dataset.savedFile) this.page.readSaved(target.files[0]);
  }

  // ---------------------------------------------------------------- saved scenarios, paper
  keepScenario() {
    const field = element('f-save');
    const name = field.value.trim() || this.page.view.scenario_name;
    field.value = '';
    this.page.ask('save', name);
  }

  // Paper is light, and says where it comes from and when.
  beforePrint() {
    this.theme = root.dataset.theme;
    root.dataset.theme = 'light';
    document.querySelector('.report-foot').textContent = `${location.href} · ${new Date().toLocaleDateString(this.page.lang)}`;
  }
}
