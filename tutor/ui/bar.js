// The bar at the top of every page: the menu and the languages. It also names the page and its language to the browser,
// keeps the learner's key in a cookie, and lets every link of ours open without loading the whole page anew.

const YEAR = 365 * 24 * 60 * 60; // seconds
const LOST = 4000; // a link not followed by then is followed by the browser itself
const AGAIN = 1500; // milliseconds until it is asked for again
const TOGETHER = 700; // milliseconds
const KINDS = ["lesson", "puzzle", "game", "rule", "rules", "choose", "against", "card"]; // what an address may name
const WELL_FORMED = /^[A-Za-z0-9_-]{22,86}$/;

let send = () => {};
let told = null; // the data drawn last
let wanted = null; // the link that was pressed last, until the page is there
let asking = 0;
let waiting = 0;
let listening = false;
let scrolled = "";

function ours(event) {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = event.composedPath().find((node) => node instanceof HTMLAnchorElement);
  const href = link?.getAttribute("href");
  return href && /^\/(?!\/)/.test(href) && !link.target ? link : null;
}

// Whether what is drawn is what a link asked for, in the language that it asked for.
function there(href) {
  const asked = new URL(href, location.href);
  return asked.pathname === told.path && (asked.searchParams.get("lang") ?? told.lang) === told.lang &&
    KINDS.every((kind) => asked.searchParams.get(kind) === (told.query[kind] ?? null));
}

function arrive() {
  if (wanted === null || !there(wanted)) return;
  clearTimeout(waiting);
  clearInterval(asking);
  wanted = null;
}

function listen() {
  if (listening) return;
  listening = true;
  oneStepAPage();
  wake();
  addEventListener("pagehide", () => told && keep(told)); // the cookie may have been thrown away since
  document.addEventListener("click", (event) => {
    const link = ours(event);
    if (!link) return;
    event.preventDefault();
    const href = link.getAttribute("href");
    clearTimeout(waiting);
    clearInterval(asking);
    wanted = href;
    // A press while the page is still being drawn may go under: it is said again, and at last the browser goes itself.
    const ask = () => send({ href, language: link.dataset.language ?? null, at: Date.now() });
    asking = setInterval(ask, AGAIN);
    waiting = setTimeout(() => location.assign(href), LOST);
    ask();
  });
}

// A server that comes back knows nothing of the page that was left open, and would hear none of its presses until the
// page speaks for itself. Everything is saved, so it is drawn as it was.
function wake() {
  const app = document.querySelector('[data-testid="stApp"]');
  if (!app) return;
  const connected = () => app.dataset.testConnectionState === "CONNECTED";
  let away = false;
  new MutationObserver(() => {
    if (connected() && away) setTimeout(() => send({ awake: true, at: Date.now() }), 200);
    away = !connected();
  }).observe(app, { attributes: true, attributeFilter: ["data-test-connection-state"] });
}

// Streamlit writes an address in pieces (the old query goes, the path, the new query): for one page one step back.
function oneStepAPage() {
  const push = history.pushState.bind(history);
  let before = -Infinity;
  history.pushState = (state, title, url) => {
    const together = performance.now() - before < TOGETHER;
    before = performance.now();
    if (together) history.replaceState(state, title, url);
    else push(state, title, url);
  };
}

function keep({ cookie, key }) {
  if (!key) return;
  const kept = document.cookie.split("; ").find((part) => part.startsWith(`${cookie}=`))?.slice(cookie.length + 1);
  if (kept !== key && WELL_FORMED.test(kept ?? "")) {
    // Two tabs were opened at once: the first to be given a key keeps it, and this one takes it over.
    if (told?.key !== key) setTimeout(() => send({ key: kept, at: Date.now() }), 600);
    return;
  }
  const safe = location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `${cookie}=${key}; max-age=${YEAR}; path=/; SameSite=Lax${safe}`;
}

function anchor({ label, href, current, code }, name) {
  const link = document.createElement("a");
  link.className = name;
  link.href = href;
  link.textContent = label;
  if (current) link.setAttribute("aria-current", code ? "true" : "page");
  if (code) {
    link.lang = code;
    link.dataset.language = code;
  }
  return link;
}

function list(name, label, items) {
  const nav = document.createElement("nav");
  nav.className = name;
  nav.setAttribute("aria-label", label);
  const ul = document.createElement("ul");
  ul.append(...items.map((item) => {
    const li = document.createElement("li");
    li.append(anchor(item, "item"));
    return li;
  }));
  nav.append(ul);
  return nav;
}

// Streamlit's own link of this kind speaks English only, and stands outside of every landmark.
function skip(label) {
  const link = anchor({ label, href: "#" }, "skip");
  link.addEventListener("click", (event) => {
    event.preventDefault();
    const heading = document.querySelector(".stHtml h1");
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus();
  });
  return link;
}

// A rule that the address names is opened and brought into sight as soon as it is drawn.
function reveal(id, tries = 20) {
  if (scrolled !== id) return;
  const target = document.getElementById(`rule-${id}`) ?? document.getElementById(`user-content-rule-${id}`);
  if (target) {
    target.open = true;
    target.scrollIntoView({ block: "start" });
    target.querySelector("summary")?.focus({ preventScroll: true });
  } else if (tries) setTimeout(() => reveal(id, tries - 1), 100);
}

// Streamlit's own word on an unknown address is English only; the page says it instead.
function hush(tries = 20) {
  const close = document.querySelector('[data-testid="stDialog"] button');
  if (close) close.click();
  else if (tries) setTimeout(() => hush(tries - 1), 100);
}

function draw(host, data) {
  let bar = host.querySelector(".bar");
  if (!bar) {
    bar = document.createElement("div");
    bar.className = "bar";
    host.append(bar);
  }
  const drawn = JSON.stringify([data.home, data.menu, data.languages, data.labels]);
  if (bar.dataset.drawn === drawn) return;
  const held = host.activeElement ? [...bar.querySelectorAll("a")].indexOf(host.activeElement) : -1;
  bar.dataset.drawn = drawn;
  bar.lang = data.lang;
  bar.replaceChildren(
    skip(data.labels.skip),
    anchor(data.home, "name"),
    list("languages", data.labels.languages, data.languages),
    list("menu", data.labels.menu, data.menu));
  if (held >= 0) bar.querySelectorAll("a")[held]?.focus();
}

export default function bar({ data, parentElement, setTriggerValue }) {
  send = (message) => setTriggerValue("action", message);
  listen();
  draw(parentElement, data);
  document.documentElement.lang = data.lang;
  document.title = data.title;
  keep(data);
  if (data.lost && !told) hush();
  const moved = told && told.path !== data.path;
  if (moved && !data.scroll) document.querySelector('[data-testid="stMain"]')?.scrollTo(0, 0);
  if (data.scroll !== scrolled) {
    scrolled = data.scroll;
    if (data.scroll) reveal(data.scroll);
  }
  told = data;
  arrive();
}
