const remembered = 'hermod-reloaded';
/** A file that is missing for another reason must not make the page load again and again. */
const pauseMs = 30_000;

/** A new version was installed while the page was open: its files have other names, and the page is loaded again, once. */
export function reloadOnNewVersion(): void {
  window.addEventListener('vite:preloadError', (event) => {
    const last = Number(sessionStorage.getItem(remembered) ?? 0);
    if (Date.now() - last < pauseMs) return;
    event.preventDefault();
    sessionStorage.setItem(remembered, String(Date.now()));
    location.reload();
  });
}
