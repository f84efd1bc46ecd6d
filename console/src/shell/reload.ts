/** True if the page is loaded again. While the service does not answer, a reload would put the browser's error page in its place. */
export async function reloadIfReachable(): Promise<boolean> {
  try {
    const { ok } = await fetch(location.href, { cache: 'no-store', signal: AbortSignal.timeout(10_000) });
    if (ok) location.reload();
    return ok;
  } catch {
    return false;
  }
}
