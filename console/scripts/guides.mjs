// Renders docs/ as the pages of /guides: one file for each document, with the navigation of the README and an index for the search.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, extname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Marked } from 'marked';

const root = fileURLToPath(new URL('../..', import.meta.url));
const sources = fileURLToPath(new URL('../guides', import.meta.url));
const docs = join(root, 'docs');

/** Writes the pages to `guides` and what they load to `assets` of the folder. Returns the number of pages. */
export function renderGuides(folder) {
  const assets = join(folder, 'assets');
  mkdirSync(join(folder, 'guides'), { recursive: true });
  const documents = readdirSync(docs, { recursive: true })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.md'))
    .sort((a, b) => a.localeCompare(b));
  const imageOf = (file) => writeAsset(assets, `guides-${file}`, readFileSync(join(docs, 'images', file)));
  const pages = documents.map((file) => pageOf(file, readFileSync(join(docs, file), 'utf8'), imageOf));
  const index = pages.flatMap(({ name, title, sections }) => sections.map((section) => [name, title, ...section]));
  const search = writeAsset(assets, 'guides-search.js', `export default ${JSON.stringify(index)};`);
  const script = readFileSync(join(sources, 'guides.js'), 'utf8').replace('__SEARCH__', search);
  const loads = {
    script: writeAsset(assets, 'guides.js', script),
    style: writeAsset(assets, 'guides.css', readFileSync(join(sources, 'guides.css'), 'utf8')),
  };
  const navigation = navigationOf(readFileSync(join(root, 'README.md'), 'utf8'));
  for (const page of [{ name: 'index', title: 'Guides', html: overview(navigation) }, ...pages])
    writeFileSync(join(folder, 'guides', `${page.name}.html`), template(page, navigation, loads));
  return pages.length;
}

/** docs/guides/sending.md → sending; docs/reference/errors.md → reference-errors. */
const nameOf = (file) =>
  file
    .replace(/^guides\//, '')
    .replace(/\.md$/, '')
    .replaceAll('/', '-')
    .toLowerCase();

function pageOf(file, text, imageOf) {
  const sections = [];
  const ids = new Map();
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text: heading }) {
        const id = anchorOf(heading, ids);
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const [target, label] = [linkTo(file, href), this.parser.parseInline(tokens)];
        return target === undefined ? label : `<a href="${escaped(target)}">${label}</a>`;
      },
      image({ href, text: label }) {
        return `<img src="/${imageOf(basename(href))}" alt="${escaped(label)}">`;
      },
      code({ text: code, lang = '' }) {
        // Focusable, so that the keyboard can scroll it.
        return `<pre tabindex="0"><code class="${escaped(lang)}">${escaped(code)}</code></pre>\n`;
      },
      table(token) {
        return `<div class="table" tabindex="0">${plainTable(this, token)}</div>\n`;
      },
    },
  });
  for (const token of marked.lexer(text)) collect(sections, token, ids);
  ids.clear();
  const title = sections[0]?.[1] ?? nameOf(file);
  return { name: nameOf(file), title, html: marked.parse(text), sections };
}

function plainTable(renderer, { header, rows, align }) {
  const cell = (tag) => (each, column) =>
    `<${tag}${align[column] ? ` class="${align[column]}"` : ''}>${renderer.parser.parseInline(each.tokens)}</${tag}>`;
  const line = (cells, tag) => `<tr>${cells.map(cell(tag)).join('')}</tr>`;
  return `<table><thead>${line(header, 'th')}</thead><tbody>${rows.map((row) => line(row, 'td')).join('')}</tbody></table>`;
}

/** A section for the search: anchor, heading, text. */
function collect(sections, token, ids) {
  if (token.type === 'heading') sections.push([anchorOf(token.text, ids), plain(token.text), '']);
  else if (sections.length > 0) sections.at(-1)[2] += ` ${plain(token.raw)}`;
}

const plain = (markdown) =>
  markdown
    .replaceAll(/\]\([^)]*\)/g, ']')
    .replaceAll(/[`*#|[\]]/g, ' ')
    .replaceAll(/-{3,}/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** As GitHub makes them, so that links of the documents work in both places. */
function anchorOf(heading, ids) {
  const base = plain(heading)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-');
  const count = ids.get(base) ?? 0;
  ids.set(base, count + 1);
  return count === 0 ? base : `${base}-${count}`;
}

/** The page of a document; undefined for files of the repository that are not rendered. */
function linkTo(file, href) {
  if (/^[a-z]+:|^#|^\//.test(href)) return href;
  const [path, anchor] = href.split('#');
  const target = posix.normalize(posix.join('docs', dirname(file), path));
  if (!target.startsWith('docs/') || extname(target) !== '.md') return undefined;
  return `/guides/${nameOf(target.slice('docs/'.length))}${anchor ? `#${anchor}` : ''}`;
}

/** The tables of the README that list pages: [section, [[topic, [[title, name], …]], …]]. */
function navigationOf(readme) {
  return readme
    .split(/^## /m)
    .slice(1)
    .map((section) => [section.split('\n', 1)[0], topicsOf(section)])
    .filter(([, topics]) => topics.length > 0);
}

function topicsOf(section) {
  const rows = section.matchAll(/^\| ([A-Z][a-z]+) \| (\[.*\(docs\/.*) \|$/gm);
  return [...rows].map(([, topic, links]) => [
    topic,
    [...links.matchAll(/\[(.*?)\]\(docs\/(.*?)\)/g)].map(([, title, file]) => [plain(title), nameOf(file)]),
  ]);
}

const linksOf = (links, current) =>
  links
    .map(
      ([title, name]) =>
        `<li><a href="/guides/${name}"${name === current ? ' aria-current="page"' : ''}>${escaped(capital(title))}</a></li>`,
    )
    .join('');

const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

function overview(navigation) {
  const parts = navigation.map(
    ([section, topics]) =>
      `<h2>${escaped(section)}</h2><div class="topics">${topics
        .map(([topic, links]) => `<section><h3>${escaped(topic)}</h3><ul>${linksOf(links)}</ul></section>`)
        .join('')}</div>`,
  );
  return `<h1>Guides</h1>${parts.join('')}`;
}

function template({ name, title, html }, navigation, { script, style }) {
  const groups = navigation
    .flatMap(([, topics]) => topics)
    .map(([topic, links]) => `<h2>${escaped(topic)}</h2><ul>${linksOf(links, name)}</ul>`);
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${escaped(title)} · Hermod</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="/${style}">
    <script type="module" src="/${script}"></script>
  </head>
  <body>
    <a class="skip" href="#content">Skip to content</a>
    <header>
      <a class="home" href="/guides">Hermod guides</a>
      <search>
        <input type="search" id="search" placeholder="Search" aria-label="Search the guides" autocomplete="off">
        <ul id="results" aria-label="Search results" hidden></ul>
      </search>
      <a href="/docs">API reference</a>
      <a href="/">Console</a>
    </header>
    <div class="page">
      <nav aria-label="Guides">${groups.join('')}</nav>
      <main id="content" tabindex="-1">${html}</main>
    </div>
  </body>
</html>
`;
}

function writeAsset(assets, name, content) {
  const hashed = name.replace(/(\.\w+)$/, `-${hashOf(content)}$1`);
  writeFileSync(join(assets, hashed), content);
  return `assets/${hashed}`;
}

const hashOf = (content) => createHash('sha256').update(content).digest('hex').slice(0, 10);

const escaped = (text) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
