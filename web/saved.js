// What this browser keeps: how the page was left (language, theme, view) and scenarios by name. Storage may be forbidden (third-party
// frames, private windows); then reading gives nothing, writing says so, and the link still holds the scenario.

const SETTINGS = 'gpu-selector';
const SCENARIOS = 'gpu-selector-scenarios';
const MOST = 200;
const MOST_NAME = 120;
const MOST_LINK = 64 * 1024;

function read(key, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(key)) ?? otherwise;
  } catch {
    return otherwise;
  }
}
function write(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

export const settings = () => read(SETTINGS, {});
export const saveSettings = (changes) => write(SETTINGS, { ...settings(), ...changes });

// Only what is a name and a link is taken, from storage as from a file: both may have been written by anyone.
function clean(list) {
  if (!Array.isArray(list)) return [];
  const good = (s) => typeof s?.name === 'string' && s.name && s.name.length <= MOST_NAME && typeof s.link === 'string' && /^#v\d/.test(s.link) && s.link.length <= MOST_LINK;
  return list.filter(good).slice(0, MOST).map(({ name, link }) => ({ name, link }));
}

export const scenarios = () => clean(read(SCENARIOS, []));

// A name that exists is written over.
export function saveScenario(name, link) {
  const others = scenarios().filter((s) => s.name !== name);
  return write(SCENARIOS, clean([{ name: name.slice(0, MOST_NAME), link }, ...others]));
}
export const deleteScenario = (name) => write(SCENARIOS, scenarios().filter((s) => s.name !== name));

export const scenariosFile = () => JSON.stringify({ 'gpu-selector': 1, scenarios: scenarios() }, null, 2);

// Returns how many a file brought, 0 where it holds none, -1 where they could not be kept.
export function readScenariosFile(text) {
  let file;
  try {
    file = JSON.parse(text);
  } catch {
    return 0;
  }
  if (!file || typeof file !== 'object' || !file['gpu-selector']) return 0;
  const found = clean(file.scenarios);
  const names = new Set(found.map((s) => s.name));
  return found.length && !write(SCENARIOS, clean([...found, ...scenarios().filter((s) => !names.has(s.name))])) ? -1 : found.length;
}
