// Runs before the first paint: the theme and language that the address asks for or the person chose, else the browser's.
(function () {
  let saved = {};
  try {
    saved = JSON.parse(localStorage.getItem('gpu-selector') || '{}') || {};
  } catch {
    saved = {}; // third-party frames may forbid storage
  }
  const root = document.documentElement;
  const query = new URLSearchParams(location.search);
  // The embedded card looks as its host page asks, not as the visitor set the product.
  if (root.classList.contains('embed')) saved = {};
  const theme = query.get('theme') || saved.theme;
  const dark = theme === 'dark' || theme === 'light' ? theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  root.dataset.theme = dark ? 'dark' : 'light';
  if (root.hasAttribute('data-fixed-language')) return; // a page written in one language
  const wanted = query.get('lang') || saved.lang || navigator.language || 'en';
  root.lang = /^zh/i.test(wanted) ? 'zh' : 'en';
})();
