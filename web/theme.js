// Runs before the first paint: the theme and language that the person chose, else the browser's.
(function () {
  let saved = {};
  try {
    saved = JSON.parse(localStorage.getItem('gpu-selector') || '{}') || {};
  } catch {
    saved = {}; // third-party frames may forbid storage
  }
  const dark = saved.theme ? saved.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  const wanted = new URLSearchParams(location.search).get('lang') || saved.lang || navigator.language || 'en';
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
  document.documentElement.lang = /^zh/i.test(wanted) ? 'zh' : 'en';
})();
