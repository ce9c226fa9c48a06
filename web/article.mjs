// The frame of the site's pages to read (guide, accuracy): head, policy, top bar with the other language. `body` is HTML, the rest text.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { escape } from './html.js';

const template = readFileSync(join(dirname(fileURLToPath(import.meta.url)), 'article.template.html'), 'utf8');

// `values`: lang, heading, description, app, language, and the same page in the other language: other, other_page, other_name.
export function article(body, values, stylesheets) {
  const html = { body, styles: stylesheets.map((name) => `<link rel="stylesheet" href="${escape(name)}">`).join('\n') };
  const text = { ...values, title: `${values.heading} · ${values.app}` };
  return template.replace(/\{\{(\w+)\}\}/g, (_, key) => html[key] ?? escape(text[key]));
}
