/** Headers of every HTML page. The policy allows nothing but `sources`; no site may frame a page, which prevents clickjacking. */
export function pageHeaders(sources: Readonly<Record<string, string>>): Record<string, string> {
  const policy = {
    'default-src': "'none'",
    ...sources,
    'form-action': "'self'",
    'frame-ancestors': "'none'",
    'base-uri': "'none'",
  };
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': Object.entries(policy)
      .map(([directive, allowed]) => `${directive} ${allowed}`)
      .join('; '),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  };
}
