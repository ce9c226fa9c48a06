// What every browser test needs: the built site served on this machine, one browser, and pages opened at a size, language and theme.
// GPUSEL_SITE is the folder (dist/ by default); GPUSEL_CLI the native command line; GPUSEL_BROWSER=firefox drives Debian's Firefox over
// WebDriver BiDi instead of Chromium.
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, firefox } from 'playwright-core';
import { serve } from '../../web/serve.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
export const folder = process.env.GPUSEL_SITE || join(root, 'dist');
export const cli = process.env.GPUSEL_CLI || '';
export const isFirefox = process.env.GPUSEL_BROWSER === 'firefox';
const BROWSERS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const COMMON = ['--no-sandbox', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];
const GRAPHICS = ['--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'];
const NO_GRAPHICS = ['--disable-gpu', '--disable-3d-apis'];

function launch(graphics) {
  if (isFirefox) return firefox.launch({ channel: 'moz-firefox', executablePath: process.env.GPUSEL_FIREFOX || '/usr/bin/firefox-esr', firefoxUserPrefs: { 'webgl.disabled': !graphics } });
  const executablePath = process.env.GPUSEL_CHROMIUM || BROWSERS.find((path) => existsSync(path));
  return chromium.launch({ executablePath, args: [...COMMON, ...(graphics ? GRAPHICS : NO_GRAPHICS)] });
}

export async function open({ graphics = true } = {}) {
  const server = await serve(folder);
  const browser = await launch(graphics);
  return {
    url: server.url,
    browser,
    // Opens the page and waits until it is ready; `errors` collects what the console and the page complain about.
    async page({ hash = '', query = '', width = 1280, height = 800, locale = 'en-US', dark = false, touch = false } = {}) {
      const context = await browser.newContext({ viewport: { width, height }, locale, colorScheme: dark ? 'dark' : 'light', hasTouch: touch });
      const page = await context.newPage();
      page.errors = [];
      page.on('pageerror', (error) => page.errors.push(String(error)));
      page.on('console', (message) => message.type() === 'error' && page.errors.push(message.text()));
      await page.goto(`${server.url}${query}${hash}`);
      await page.waitForFunction(() => document.body.dataset.ready === 'true', null, { timeout: 60000 });
      return page;
    },
    async close() {
      await browser.close();
      await server.close();
    },
  };
}

// The view as the module tells it: what both faces show.
export const viewOf = (page) => page.evaluate(() => JSON.parse(gpuSelector.module.call('app_view_json', 'string', [], [])));
export const framesOf = (page) => page.evaluate(() => gpuSelector.module.call('app_frames_drawn', 'number', [], []));

// Waits until no frame was drawn for a while; how many were drawn by then.
export async function settled(page) {
  let count = await framesOf(page);
  for (;;) {
    await page.waitForTimeout(400);
    const next = await framesOf(page);
    if (next === count) return count;
    count = next;
  }
}
