// What a host page may say to the embedded card, read with distrust: a message is an object {type: "gpusel:set", state, lang, theme,
// id} and nothing else. Pure, so that a test can throw anything at it. web/embedding.md is the protocol.

const MOST_STATE = 64 * 1024; // characters; the longest real scenario is far below
const MOST_ID = 128;
const FIELDS = new Set(['type', 'state', 'lang', 'theme', 'id']);

const fault = (code, message, pointer, id) => ({ error: { code, message, pointer, ...(id === undefined ? {} : { id }) } });

function stateText(state) {
  if (typeof state === 'string') return state;
  if (state === null || typeof state !== 'object' || Array.isArray(state)) return null;
  try {
    return JSON.stringify(state);
  } catch {
    return null; // a structured clone may hold cycles and BigInts
  }
}

// Returns null for a message that is not ours, {error} or {set: {state, lang, theme, id}} with only what was given.
export function readMessage(data) {
  if (data === null || typeof data !== 'object' || Array.isArray(data) || typeof data.type !== 'string' || !data.type.startsWith('gpusel:')) return null;
  const id = typeof data.id === 'string' && data.id.length <= MOST_ID ? data.id : undefined;
  if (data.type !== 'gpusel:set') return fault('unknown-type', 'expected type "gpusel:set"', '/type', id);
  if (data.id !== undefined && id === undefined) return fault('wrong-type', `expected a string of at most ${MOST_ID} characters`, '/id');
  for (const key of Object.keys(data)) if (!FIELDS.has(key)) return fault('unknown-field', 'expected state, lang, theme or id', `/${key.slice(0, 64)}`, id);
  const set = { id };
  if (data.state !== undefined) {
    set.state = stateText(data.state);
    if (set.state === null) return fault('wrong-type', 'expected a permalink ("#v1&...") or a scenario object', '/state', id);
    if (set.state.length > MOST_STATE) return fault('too-long', `expected at most ${MOST_STATE} characters`, '/state', id);
  }
  if (data.lang !== undefined) {
    if (data.lang !== 'en' && data.lang !== 'zh') return fault('wrong-value', 'expected "en" or "zh"', '/lang', id);
    set.lang = data.lang;
  }
  if (data.theme !== undefined) {
    if (!['light', 'dark', 'auto'].includes(data.theme)) return fault('wrong-value', 'expected "light", "dark" or "auto"', '/theme', id);
    set.theme = data.theme;
  }
  if (set.state === undefined && set.lang === undefined && set.theme === undefined) return fault('empty', 'expected state, lang or theme', '', id);
  return { set };
}

// The origins that may speak: those of the address's origin parameters; null (none given) is any page that frames the card.
export function allowedOrigins(search) {
  const origins = new URLSearchParams(search).getAll('origin');
  if (origins.length === 0) return null;
  return origins.flatMap((text) => {
    try {
      const url = new URL(text);
      return /^https?:$/.test(url.protocol) ? [url.origin] : [];
    } catch {
      return [];
    }
  });
}
