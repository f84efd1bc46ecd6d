import './design/mantine.css';
import '@mantine/notifications/styles.css';
import './design/tokens.css';
import './design/base.css';
import { setNonce } from 'get-nonce';
import { createRoot } from 'react-dom/client';
import { App } from './shell/App.tsx';
import { nonce } from './shell/nonce.ts';
import { languageOfPage, loadTexts } from './texts/language.tsx';

// Styles that components add while they run carry it: the page allows no others.
if (nonce) setNonce(nonce);

const language = languageOfPage();
const catalogue = await loadTexts(language);
const place = document.getElementById('app');
if (place) createRoot(place).render(<App language={language} catalogue={catalogue} />);
