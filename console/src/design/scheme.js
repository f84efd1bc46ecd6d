// Runs before the first paint, so that a dark page never flashes white. A file of its own: the page allows no inline script.
(() => {
  let chosen = 'auto';
  let language = '';
  try {
    chosen = localStorage.getItem('hermod-scheme') ?? 'auto';
    language = localStorage.getItem('hermod-language') ?? '';
  } catch {
    // Storage may be forbidden: then the system decides.
  }
  const isDark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.mantineColorScheme = isDark ? 'dark' : 'light';
  document.documentElement.lang = language || (/^sl\b/i.test(navigator.language) ? 'sl' : 'en');
})();
