// Offline: every file of one build is cached together, under the build's own name, so that versions never mix.
const BUILD = '{{build}}';
const FILES = {{files}};
const LATER = {{later}}; // with the language or the page that needs them
const readsChinese = (self.navigator.languages || []).some((language) => /^zh/i.test(language));
const isLater = (url) => LATER.some((name) => url.pathname.endsWith('/' + name));

async function fetchAndKeep(request) {
  const response = await fetch(request);
  if (response.ok) (await caches.open(BUILD)).put(request, response.clone());
  return response;
}

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(BUILD).then((cache) => cache.addAll(readsChinese ? [...FILES, ...LATER] : FILES)).then(() => self.skipWaiting()));
});
self.addEventListener('activate', (event) => {
  const old = (name) => name.startsWith('gpu-selector-') && name !== BUILD;
  event.waitUntil(
    caches.keys().then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name)))).then(() => self.clients.claim()),
  );
});
self.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== 'GET' || url.origin !== self.location.origin) return;
  const page = event.request.mode === 'navigate';
  // The page itself comes from the network when there is one, so that a new build is seen; its files come from their build's cache.
  event.respondWith(
    page
      ? fetch(event.request).catch(async () => (await caches.match(event.request, { ignoreSearch: true })) || caches.match('index.html'))
      : caches.match(event.request, { ignoreSearch: true }).then((hit) => hit || (isLater(url) ? fetchAndKeep : fetch)(event.request)),
  );
});
