// Keeps the files of one build, so that the page works offline after the first visit.
const cacheName = 'tanda-VERSION';
const files = 'FILES';

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(cacheName).then((cache) => cache.addAll(files)).then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) if (name.startsWith('tanda-') && name !== cacheName) await caches.delete(name);
    await self.clients.claim();
  })());
});

// The page itself comes from the network when there is one, so that a new build is seen at once; all else has its content in its name.
self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET' || new URL(request.url).origin !== self.location.origin) return;
  const kept = () => caches.match(request.mode === 'navigate' ? './' : request, { ignoreSearch: true });
  event.respondWith(request.mode === 'navigate'
    ? fetch(request).catch(async () => (await kept()) ?? Response.error())
    : kept().then((found) => found ?? fetch(request)));
});
