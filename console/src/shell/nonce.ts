/** Browsers hide the attribute from everybody but scripts of the page. In development there is none. */
export const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? '';
