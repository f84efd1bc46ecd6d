// The search of the guides: loads its index when the field is first used.
const field = document.getElementById('search');
const list = document.getElementById('results');
const mostShown = 8;
let sections;

field.addEventListener('focus', () => void load(), { once: true });
field.addEventListener('input', show);
field.addEventListener('keydown', ({ key }) => {
  if (key === 'Escape') close();
  if (key === 'ArrowDown') list.querySelector('a')?.focus();
});
list.addEventListener('keydown', (event) => {
  const items = [...list.querySelectorAll('a')];
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (event.key === 'Escape') {
    close();
    field.focus();
  }
  if (step === undefined) return;
  event.preventDefault();
  (items[items.indexOf(document.activeElement) + step] ?? field).focus();
});
document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.target instanceof HTMLInputElement) return;
  event.preventDefault();
  field.focus();
});
document.addEventListener('click', ({ target }) => {
  if (!list.contains(target) && target !== field) close();
});

async function load() {
  const { default: found } = await import('/__SEARCH__');
  sections = found.map(([page, title, anchor, heading, text]) => ({
    ...{ page, title, anchor, heading, text },
    inHeading: heading.toLowerCase(),
    inText: text.toLowerCase(),
  }));
  show();
}

function show() {
  const terms = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  if (sections === undefined || terms.length === 0) return close();
  const found = sections
    .map((section) => ({ section, score: scoreOf(section, terms) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, mostShown);
  list.replaceChildren(...(found.length > 0 ? found.map(({ section }) => itemOf(section, terms[0])) : [empty()]));
  list.hidden = false;
}

/** Every term has to occur; in the heading it counts ten times. */
function scoreOf({ inHeading, inText }, terms) {
  let score = 0;
  for (const term of terms) {
    const found = (inHeading.includes(term) ? 10 : 0) + Math.min(3, inText.split(term).length - 1);
    if (found === 0) return 0;
    score += found;
  }
  return score;
}

function itemOf({ page, title, anchor, heading, text, inText }, term) {
  const item = document.createElement('li');
  const link = document.createElement('a');
  link.href = `/guides/${page}#${anchor}`;
  const place = document.createElement('strong');
  place.textContent = heading === title ? title : `${title} · ${heading}`;
  const at = Math.max(0, inText.indexOf(term) - 40);
  link.append(place, ` ${at > 0 ? '…' : ''}${text.slice(at, at + 110)}…`);
  item.append(link);
  return item;
}

function empty() {
  const item = document.createElement('li');
  item.textContent = 'No results';
  return item;
}

function close() {
  list.hidden = true;
}
