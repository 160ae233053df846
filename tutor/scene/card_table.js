// The card table: draws a scene and sends back one message a move. Plain ES module, no build, no dependency.
//
//   Streamlit components v2   export default ({data, parentElement, setTriggerValue})   data is the scene
//   anywidget (notebooks)     export default () -> {render({model, el})}                model "data" and "action"
//
// A card is selected in the browser; only a move is sent. The DOM is reconciled by ids and never rebuilt, so focus,
// selection and transitions outlive every new scene. All words come from the scene.

// Widths and heights count in letters of this size: with text twice as large a screen holds half as much.
const TEXT = 17;
const NARROW = 600; // below this width the hand is a grid, and the action bar sticks to the bottom
const LYING = 500, LOW = 430; // a phone on its side, a small screen at 200 %: so wide at least, so high at most
const LISTED = 260; // below this width, which only large text comes to, people are a list
const HIGH = 860; // from this height on there is room for larger cards
const TARGET = 44; // least width and height of what a finger must hit
const BELOW = 8; // what a page leaves under the table on a phone
const FINGER = 27; // least width of a card of the row that a finger must hit
const LEAST = 0.42; // the part of a card's width that its index takes
const ANSWER_WITHIN = 8000; // a message not answered by then was lost
const LATE = 400; // a wait is shown from here on
const DOUBLE = 400; // two taps within this time are one double tap; phones do not count taps for us
const SETTLE = 350; // the second half of a double click must not move in the scene that the first half made
const DEAL = 150, PLAY = 180, SWEEP = 240;
const SLIP = 8; // a finger that moves less is tapping
const HOLD = 220; // a finger that rests so long on a card takes it up; one that moves sooner scrolls the page
const AFTER = 80; // within this time of its end a drag still brings a click
const SORTED = "samrap-sort"; // where the browser keeps how the hand is sorted

// How many of the others sit to the left, across and to the right, by their number. Play that runs clockwise goes from
// the reader to the left, over the top and back on the right: so they are listed, and so they are placed.
const RING = { 1: [0, 1, 0], 2: [1, 0, 1], 3: [1, 1, 1], 4: [1, 2, 1], 5: [1, 3, 1], 6: [2, 2, 2], 7: [2, 3, 2] };

// ---------------------------------------------------------------- drawings (suits 100 x 100, motifs 60 x 78)

const SUIT = {
  s: "M50 5C55 23 92 40 92 65a20 20 0 0 1-36 12c1 9 4 14 10 18H34c6-4 9-9 10-18A20 20 0 0 1 8 65C8 40 45 23 50 5z",
  h: "M50 93C24 72 8 55 8 35 8 20 18 11 30 11c9 0 16 5 20 13 4-8 11-13 20-13 12 0 22 9 22 24 0 20-16 37-42 58z",
  d: "M50 4Q66 32 87 50 66 68 50 96 34 68 13 50 34 32 50 4z",
  c: "M50 6a21 21 0 0 1 16 35 21 21 0 1 1-11 35c1 8 4 14 11 19H34c7-5 10-11 11-19a21 21 0 1 1-11-35A21 21 0 0 1 50 6z",
};
const SIGN = { "♠": "s", "♥": "h", "♦": "d", "♣": "c" };
const CHIP = /(10|[2-9JQKA])([♠♥♦♣])([.,;:!?)”’]*)/g; // a card in a text, and the stop that stays with it

// Jack: jasmine garland. Queen: palm-leaf fan. King: chedi. Ace: lotus.
const MOTIF = {
  J: `<circle cx="30" cy="22" r="17" stroke-width="6.4" stroke-dasharray="0 7.63"/><circle cx="30" cy="22" r="10.5"/>
    <path d="M30 44l4.500 4-4.500 4-4.500-4zM30 52v11M27 51c-2 6-9 7-10 13M33 51c2 6 9 7 10 13"/>
    <path d="M30 63c3.500 4 3.500 8 0 13-3.500-5-3.500-9 0-13zM17 64c2.500 3 2.500 6 0 10-2.500-4-2.500-7 0-10zM43 64c2.500 3 2.500 6 0 10-2.500-4-2.500-7 0-10z"/>`,
  Q: `<path d="M30 3c7 3 21 5 24 20 2 13-8 24-24 29C14 47 4 36 6 23 9 8 23 6 30 3z"/>
    <path d="M30 52V11M30 52 20 12M30 52 40 12M30 52 12 20M30 52 48 20M30 52 9 32M30 52 51 32"/>
    <path d="M30 52v24M26.500 58h7M27.500 76h5"/>`,
  K: `<path d="M30 1v9M30 10l5.500 20h-11zM28 17h4M27 23.500h6M23 30h14v5H23z"/>
    <path d="M24 35c0 10-3 16-9 20h30c-6-4-9-10-9-20zM26 55v-6a4 4 0 0 1 8 0v6"/>
    <path d="M12 55h36v6H12zM8 61h44v6H8zM3 67h54v9H3z"/>`,
  A: `<path d="M30 8c8 9 11 19 8 30-1 6-4 10-8 14-4-4-7-8-8-14-3-11 0-21 8-30z"/>
    <path d="M21 20c-6-1-10 0-13 2 0 14 7 25 22 30M39 20c6-1 10 0 13 2 0 14-7 25-22 30"/>
    <path d="M8 31c-3 0-5 1-7 3 4 12 13 19 29 18M52 31c3 0 5 1 7 3-4 12-13 19-29 18"/>
    <path d="M10 62c6 4 13 4 20 0 7 4 14 4 20 0M18 71c4 3 8 3 12 0 4 3 8 3 12 0"/>`,
};

const ICON = {
  right: `<path d="M4 12.500l5.500 6L20 6"/>`,
  wrong: `<path d="M5.500 5.500l13 13M18.500 5.500l-13 13"/>`,
  soft: `<path d="M3 10c3-4 6-4 9-1s6 3 9-1M3 17c3-4 6-4 9-1s6 3 9-1"/>`,
  hint: `<path d="M8.500 16.500C6 15 5 12.500 5 10a7 7 0 0 1 14 0c0 2.500-1 5-3.500 6.500zM9.500 20.500h5"/>`,
  turn: `<path d="M7 4l11 8-11 8z" fill="currentColor"/>`,
  round: `<path d="M20 12a8 8 0 1 1-2.500-5.800M20.500 3v5.500H15"/>`,
  sort: `<path d="M7 4v16M3.500 16.500L7 20l3.500-3.500M13 6h8M13 12h6M13 18h3"/>`,
  set: `<path d="M4 8h9v12H4zM8 8V4h12v12h-7"/>`,
  rules: `<path d="M5 4h11l3 3v13H5zM9 10h6M9 14h6"/>`,
  earlier: `<path d="M15 5l-7 7 7 7"/>`,
  later: `<path d="M9 5l7 7-7 7"/>`,
};

const icon = (name) => `<svg class="sr-icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">${ICON[name] ?? ""}</svg>`;

function face(id) {
  const suit = id.slice(-1).toLowerCase();
  const rank = id.slice(0, -1).replace("T", "10");
  const wide = rank === "10" ? ` x="3" textLength="38" lengthAdjust="spacingAndGlyphs"` : ` x="6"`;
  const body = MOTIF[rank]
    ? `<g class="sr-motif" transform="translate(37 53)">${MOTIF[rank]}</g>`
    : `<path transform="translate(43 81) scale(.5)" d="${SUIT[suit]}"/>`;
  return { suit, rank, svg: `<svg viewBox="0 0 100 140" preserveAspectRatio="xMidYMin slice" aria-hidden="true" focusable="false">
    <text class="sr-rank" y="42"${wide}>${rank}</text><path transform="translate(8 50) scale(.265)" d="${SUIT[suit]}"/>${body}</svg>` };
}

// ---------------------------------------------------------------- small DOM tools

function make(tag, name, attributes = {}, ...children) {
  const node = document.createElement(tag);
  if (name) node.className = name;
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...children);
  return node;
}

// null and false take the attribute away, so that a missing label leaves no empty name behind.
function set(node, key, value) {
  if (value === null || value === undefined || value === false) node.removeAttribute(key);
  else if (node.getAttribute(key) !== String(value)) node.setAttribute(key, String(value));
}

function fill(node, text) {
  if (node.textContent !== (text ?? "")) node.textContent = text ?? "";
}

// Brings parent's children in line with items: one child an id, in order, and none that still stands is moved.
function keep(parent, items, idOf, build, draw) {
  const have = new Map([...parent.children].map((child) => [child.dataset.id, child]));
  const ids = items.map((item, place) => String(idOf(item, place)));
  for (const [id, node] of have) if (!ids.includes(id)) node.remove(); // first, or all that follow would be moved
  let last = null;
  items.forEach((item, place) => {
    let node = have.get(ids[place]);
    if (!node) {
      node = build(item);
      node.dataset.id = ids[place];
    }
    draw(node, item, place);
    const next = last ? last.nextSibling : parent.firstChild;
    if (node !== next) parent.insertBefore(node, next);
    last = node;
  });
}

const keyOf = (ids) => [...ids].sort().join(" ");
// All that is marked as one key: cards of the hand, cards of the table, a zone.
const marksOf = (hand, table, zone) => `${keyOf(hand)}${table.length ? ` | ${keyOf(table)}` : ""}${zone ? ` > ${zone}` : ""}`.trim();
const inside = ({ clientX, clientY }, box) => clientX > box.left && clientX < box.right && clientY > box.top && clientY < box.bottom;
const bare = (node) => node.getBoundingClientRect();
const visible = (node) => node?.isConnected && node.getClientRects().length > 0;
const focusable = (node) => visible(node) && node.matches("[tabindex], button, a, input, summary");

// ---------------------------------------------------------------- one table

class Table {
  constructor(host, page) {
    this.page = page; // true where the document is ours to name (Streamlit), false in a notebook
    this.scene = null;
    this.send = () => {};
    this.lost = () => {}; // what the page does about a message that was never answered
    this.selected = new Set(); // card ids of the hand
    this.taken = new Set(); // card ids of the row
    this.zone = null; // the id of the meld that is marked
    this.told = false; // what comes along with a card of the row is being said
    this.chosen = new Set(); // option ids of the question
    this.order = []; // option ids, as the learner has put them
    this.picked = null; // the option being carried in an order question
    this.current = { hand: null, row: null, melds: null, ask: null }; // where Tab enters each list
    this.busy = false; // a message is on its way
    this.late = false; // and has been for long enough to show it
    this.sentAt = -Infinity;
    this.tapped = null; // the card tapped last, and when
    this.drag = null; // the cards in the fingers, and where they were taken up
    this.bySuit = keptOrder() === "suit";
    this.own = null; // what was sent last and is not yet answered
    this.raised = null; // for which size what stands above was scrolled away
    this.fit = null; // how tightly things have to lie, and for what
    this.went = null; // the rev for which "go" was sent
    this.timers = {};
    this.build(host);
  }

  build(host) {
    this.root = make("div", "sr-table", { tabindex: "-1" });
    this.direction = make("p", "sr-direction");
    this.sorter = this.tool("sort", () => this.sort());
    this.setter = this.tool("set", () => this.widen());
    this.rulesButton = this.tool("rules", () => this.showRules());
    this.head = make("div", "sr-head", {}, this.direction, make("div", "sr-tools", {}, this.sorter, this.setter, this.rulesButton));
    this.curtain = make("section", "sr-curtain", {}, make("h2", "sr-curtain-title"), make("p", ""));
    this.seats = make("ul", "sr-seats", { role: "list" });
    this.pile = make("ul", "sr-pile");
    this.empty = make("p", "sr-empty");
    this.aside = make("p", "sr-aside");
    this.middle = make("div", "sr-middle", {}, make("div", "sr-heap", {}, this.pile, this.empty), this.aside);
    this.ring = make("div", "sr-ring", {}, this.seats, this.middle);
    this.status = make("p", "sr-status", { role: "status", "aria-live": "polite", "aria-atomic": "false" });
    this.me = make("p", "sr-me");
    this.hand = make("div", "sr-hand");
    this.line = make("div", "sr-line", {}, this.status, this.me);
    this.row = make("div", "sr-row");
    this.rowEmpty = make("p", "sr-empty");
    this.rowPlace = make("div", "sr-row-place", {}, this.row, this.rowEmpty);
    this.melds = make("div", "sr-melds");
    this.meldsEmpty = make("p", "sr-empty");
    this.meldsPlace = make("div", "sr-melds-place", {}, this.melds, this.meldsEmpty);
    this.stock = make("button", "sr-stock sr-card sr-back", { type: "button" }, make("span", "sr-count"));
    this.stock.addEventListener("click", (event) => this.press(this.scene.stock.draws, event));
    this.places = make("div", "sr-places", {}, this.rowPlace, this.meldsPlace, this.stock);
    // For those who go by keys the table comes after the hand; it is drawn above it.
    this.mat = make("div", "sr-mat", {}, this.ring, this.line, this.hand, this.places);
    this.prompt = make("p", "sr-prompt", { id: "sr-prompt-" + Math.random().toString(36).slice(2) });
    this.choices = make("div", "sr-choices");
    this.carry = make("div", "sr-carry", {}, ...["earlier", "later"].map((way) => {
      const button = make("button", "sr-button sr-step", { type: "button", "data-id": way });
      button.innerHTML = icon(way);
      button.addEventListener("click", () => this.shift(way === "later" ? 1 : -1));
      return button;
    }));
    this.fields = make("div", "sr-fields");
    this.fields.addEventListener("input", () => this.paint());
    this.ask = make("section", "sr-ask", {}, this.choices, this.carry, this.fields);
    this.bar = make("div", "sr-bar", { role: "group" });
    this.answerTitle = make("p", "sr-answer-title");
    this.answerText = make("p", "sr-answer-text");
    this.answerMore = make("p", "sr-answer-more");
    this.results = make("table", "sr-results");
    this.billTitle = make("h2", "sr-bill-title");
    this.bill = make("div", "sr-bill");
    this.answer = make("section", "sr-answer", {}, this.answerTitle, this.results, this.answerText, this.answerMore, this.billTitle, this.bill);
    this.logTitle = make("summary", "");
    this.lines = make("ol", "sr-lines", { tabindex: "0" });
    this.log = make("details", "sr-log", {}, this.logTitle, this.lines);
    this.log.addEventListener("toggle", () => this.lines.scrollTo(0, this.lines.scrollHeight));
    this.keysButton = make("button", "sr-keys-button", { type: "button" }, "?");
    this.keysButton.addEventListener("click", () => this.showKeys());
    this.foot = make("div", "sr-foot", {}, this.log, this.keysButton);
    this.keysTitle = make("h2", "sr-keys-title");
    this.keysList = make("dl", "sr-keys-list");
    this.keysClose = make("button", "sr-button", { type: "button" });
    this.keysClose.addEventListener("click", () => this.keys.close());
    this.keys = make("dialog", "sr-dialog", {}, this.keysTitle, this.keysList, this.keysClose);
    this.rulesTitle = make("h2", "sr-keys-title");
    this.rulesList = make("ul", "sr-rules-list");
    this.rulesLink = make("a", "sr-link");
    this.rulesAsk = make("a", "sr-link");
    this.rulesClose = make("button", "sr-button", { type: "button" });
    this.rulesClose.addEventListener("click", () => this.rules.close());
    this.rules = make("dialog", "sr-dialog", {}, this.rulesTitle, this.rulesList, make("p", "sr-answer-more", {}, this.rulesLink, this.rulesAsk, this.rulesClose));
    // What stands above the mat comes after the buttons for those who go by keys: first the hand, then what to do with it.
    this.root.append(this.curtain, this.prompt, this.mat, this.ask, this.bar, this.head, this.answer, this.foot, this.keys, this.rules);
    this.root.addEventListener("keydown", (event) => this.key(event));
    this.root.addEventListener("focusin", (event) => this.enter(event.target));
    for (const cards of [this.hand, this.row]) {
      cards.addEventListener("pointerdown", (event) => this.grasp(event));
      cards.addEventListener("pointermove", (event) => this.pull(event));
      cards.addEventListener("pointerup", (event) => this.drop(event));
      cards.addEventListener("pointercancel", () => this.letGo());
      cards.addEventListener("touchmove", (event) => this.drag?.live && event.preventDefault(), { passive: false });
      cards.addEventListener("contextmenu", (event) => this.drag && event.preventDefault());
    }
    host.append(this.root);

    this.watcher = new ResizeObserver(() => this.layout());
    this.watcher.observe(this.root);
    this.resized = () => this.layout();
    window.addEventListener("resize", this.resized);
    this.night = matchMedia("(prefers-color-scheme: dark)");
    this.dusk = () => this.theme();
    this.night.addEventListener("change", this.dusk);
  }

  destroy() {
    for (const timer of Object.values(this.timers)) clearTimeout(timer);
    this.watcher.disconnect();
    window.removeEventListener("resize", this.resized);
    this.night.removeEventListener("change", this.dusk);
    this.root.remove();
  }

  tool(name, press) {
    const button = make("button", "sr-tool", { type: "button", "data-tool": name });
    button.innerHTML = icon(name);
    button.append(make("span", "sr-tool-label"));
    button.addEventListener("click", press);
    return button;
  }

  // ---------------------------------------------------------------- a new scene

  update(scene) {
    if (!scene) return;
    const before = this.scene;
    const fresh = !before || before.rev !== scene.rev;
    const focus = this.holdFocus();
    const from = this.still(scene) ? null : this.remember();
    this.scene = scene;
    if (fresh) this.settle(scene);

    set(this.root, "lang", scene.lang);
    set(this.root, "data-mode", scene.mode);
    set(this.root, "data-four", scene.four === false ? "no" : "yes");
    set(this.root, "data-still", this.still(scene) ? "yes" : null);
    if (this.page) {
      if (scene.lang) document.documentElement.lang = scene.lang;
      if (scene.title) document.title = scene.title;
    }
    // Asking for the page's colours costs more than all the drawing; where they change we are called with the same scene.
    if (!before || !fresh || before.theme !== scene.theme) this.theme();
    this.drawCurtain();
    this.drawSeats();
    this.drawPile();
    this.drawPlaces();
    this.drawHand();
    this.drawAsk(before);
    this.drawAnswer(fresh);
    this.drawLog();
    this.drawTools();
    this.drawBar();
    if (fresh || before.status !== scene.status) this.say(scene.status); // its lines need room too
    this.layout();
    this.paint();
    if (fresh) this.layDown();
    if (from) this.move(from, before);
    this.giveFocus(focus);
    if (fresh) {
      if (scene.answer) this.showAnswer();
      this.wait();
    }
  }

  // The server has answered: unlock, and decide what stays selected. A refused try stays up, to be mended card by card;
  // after anything else that we sent, the selection has done its work. What others do leaves it alone.
  settle(scene) {
    clearTimeout(this.timers.lost);
    clearTimeout(this.timers.wait);
    clearTimeout(this.timers.late);
    this.busy = this.late = false;
    const refused = ["wrong", "hint", "soft"].includes(scene.answer?.tone);
    if (this.own && !refused) this.forget();
    this.own = null;
    this.picked = null;
    const ids = new Set((scene.hand?.cards ?? []).map((card) => card.id));
    for (const id of this.selected) if (!ids.has(id)) this.selected.delete(id);
    const row = new Set(this.rowCards(scene).map((card) => card.id));
    for (const id of this.taken) if (!row.has(id)) this.taken.delete(id);
    if (!(scene.melds?.melds ?? []).some((meld) => meld.id === this.zone)) this.zone = null;
    if ((scene.hand?.select ?? "none") === "none") this.unmark();
    this.told = false;
  }

  // Nothing is marked any more.
  unmark() {
    this.selected.clear();
    this.taken.clear();
    this.zone = null;
  }

  forget() {
    this.unmark();
    this.chosen.clear();
    this.order = [];
    for (const input of this.fields.querySelectorAll("input")) input.value = "";
  }

  still(scene) {
    return scene.motion === false || matchMedia("(prefers-reduced-motion: reduce)").matches;
  }

  // The scene decides; else the page we are drawn on (Streamlit, JupyterLab); else the reader's system.
  theme() {
    let theme = this.scene?.theme ?? null;
    const paper = getComputedStyle(this.root).getPropertyValue("--st-background-color").trim();
    if (!theme && paper) theme = lightness(paper) < 0.5 ? "dark" : "light";
    if (!theme && document.body.dataset.jpThemeLight) theme = document.body.dataset.jpThemeLight === "true" ? "light" : "dark";
    set(this.root, "data-theme", theme ?? (this.night.matches ? "dark" : "light"));
  }

  // ---------------------------------------------------------------- words

  word(name) {
    return this.scene?.labels?.[name] ?? null;
  }

  spoken(rank, sign) {
    const { ranks, suits, card } = this.scene.labels ?? {};
    if (!ranks?.[rank] || !suits?.[sign]) return null;
    return (card ?? "{rank} {suit}").replace("{rank}", ranks[rank]).replace("{suit}", suits[sign]);
  }

  // Text for the ear alone, where no chip can name the card.
  read(text) {
    return text?.replace(CHIP, (hit, rank, sign, after) => `${this.spoken(rank, sign) ?? rank + sign}${after}`) ?? null;
  }

  // Text with its cards as chips. The sign is drawn, since phones turn ♥ into an emoji, and kept as text for copying.
  write(node, text) {
    const drawn = `${this.scene.lang} ${text ?? ""}`; // the same words are spelled out anew in another language
    if (node.dataset.text === drawn) return;
    node.dataset.text = drawn;
    node.replaceChildren();
    let end = 0;
    for (const hit of (text ?? "").matchAll(CHIP)) {
      node.append(text.slice(end, hit.index));
      const suit = SIGN[hit[2]];
      const chip = make("span", "sr-chip", { "data-suit": suit });
      chip.innerHTML = `${hit[1]}<svg viewBox="0 0 100 100" aria-hidden="true" focusable="false"><path d="${SUIT[suit]}"/></svg><span class="sr-hidden">${hit[2]}</span>`;
      const label = this.spoken(hit[1], hit[2]);
      if (label) {
        set(chip, "role", "img");
        set(chip, "aria-label", label);
      }
      // A full stop stays with its card.
      node.append(hit[3] ? make("span", "sr-together", {}, chip, hit[3]) : chip);
      end = hit.index + hit[0].length;
    }
    node.append((text ?? "").slice(end));
  }

  // The only live region. A text said twice is made different by a no-break space, or it would not be read again.
  say(text) {
    const line = make("span");
    this.write(line, text);
    this.again = !this.again;
    if (this.again) line.append("\u00a0");
    this.status.replaceChildren(line);
    set(this.status, "data-empty", text ? null : "yes");
    // What the prompt or the answer shows already is for the ear alone.
    const { ask, answer } = this.scene;
    const shown = text && (text === ask?.prompt || (answer?.text && text.includes(answer.text)) || text === answer?.title);
    this.status.classList.toggle("sr-hidden", Boolean(shown));
  }

  // For the ear alone: what the eye sees for itself. It leaves what the line says where it is.
  whisper(text) {
    this.status.querySelector(".sr-hidden")?.remove();
    if (text) this.status.append(make("span", "sr-hidden", {}, this.read(text)));
  }

  // ---------------------------------------------------------------- drawing

  // Between two players at one device: no hand is drawn until the next one says so.
  drawCurtain() {
    const { curtain } = this.scene;
    this.curtain.hidden = !curtain;
    set(this.root, "data-curtain", curtain ? "yes" : null);
    if (!curtain) return;
    const [title, text] = this.curtain.children;
    fill(title, curtain.title);
    this.write(text, curtain.text);
  }

  drawSeats() {
    const { seats = [], me = null } = this.scene;
    set(this.seats, "aria-label", this.word("players"));
    this.seats.hidden = !seats.length;
    keep(this.seats, seats, (seat) => seat.seat, () => make("li", "sr-seat"), (node, seat) => this.drawSeat(node, seat));
    this.me.hidden = !me;
    if (me) this.drawSeat(this.me, me);
  }

  drawSeat(node, seat) {
    set(node, "data-turn", seat.turn ? "yes" : null);
    set(node, "aria-current", seat.turn ? "true" : null);
    set(node, "data-out", seat.out ? "yes" : null);
    set(node, "data-last", seat.last ? "yes" : null);
    set(node, "data-note", seat.note ? "yes" : null);
    const facts = [seat.countLabel, seat.note || (seat.last ? this.word("last") : null)].filter(Boolean);
    const drawn = JSON.stringify([seat.name, seat.temper, seat.badges, seat.count, facts, seat.turn, this.word("turn")]);
    if (node.dataset.drawn === drawn) return;
    node.dataset.drawn = drawn;
    const name = make("b", "sr-name", { title: seat.name }, seat.name);
    const head = make("span", "sr-seat-head", {}, name);
    if (seat.turn) {
      const mark = make("span", "sr-turn");
      mark.innerHTML = icon("turn");
      if (this.word("turn")) mark.append(make("span", "sr-hidden", {}, this.word("turn") + " "));
      head.prepend(mark);
    }
    const badges = (seat.badges ?? []).map((badge) => make("span", "sr-badge", {}, badge));
    const backs = make("span", "sr-backs", { "aria-hidden": "true" });
    for (let left = Math.min(seat.count ?? 0, 13); left > 0; left--) backs.append(make("i"));
    backs.hidden = !seat.count;
    const line = make("span", "sr-facts", {}, facts.join(" · "));
    const held = seat.temper ? make("span", "sr-seat-held", {}, backs, make("span", "sr-temper", {}, seat.temper), " ") : backs;
    node.replaceChildren(head, " ", make("span", "sr-badges", {}, ...badges), " ", held, line);
  }

  drawCard(node, card) {
    const shown = card.id ?? "";
    if (node.dataset.face !== shown || !node.firstChild) {
      node.dataset.face = shown;
      if (card.id) {
        const { suit, svg } = face(card.id);
        node.dataset.suit = suit;
        node.innerHTML = svg;
      } else {
        delete node.dataset.suit;
        node.replaceChildren();
      }
      node.classList.add("sr-card");
      node.classList.toggle("sr-back", !card.id);
    }
    if ((node.dataset.mark ?? null) !== (card.mark ?? null)) {
      node.querySelector(".sr-mark")?.remove();
      set(node, "data-mark", card.mark);
      if (card.mark) {
        const mark = make("span", "sr-mark", { "aria-hidden": "true" });
        mark.innerHTML = icon(card.mark);
        node.append(mark);
      }
    }
  }

  cardName(card) {
    return [card.label, card.mark ? this.scene.labels?.marks?.[card.mark] : null].filter(Boolean).join(", ");
  }

  drawPile() {
    const { pile, direction, aside } = this.scene;
    const plays = (pile?.plays ?? []).slice(-2);
    set(this.pile, "aria-label", this.read(pile?.label));
    this.pile.hidden = !plays.length;
    keep(this.pile, plays, (play) => `${play.by} ${play.cards.map((card) => card.id ?? "").join(" ")}`,
      () => make("li", "sr-play", {}, make("span", "sr-hidden"), make("span", "sr-cards", { "aria-hidden": "true" }), make("span", "sr-by", { "aria-hidden": "true" })),
      (node, play, place) => {
        const [read, cards, by] = node.children;
        fill(read, `${play.by}: ${play.cards.map((card) => this.cardName(card)).join(", ")}`);
        fill(by, play.by);
        set(by, "title", play.by);
        set(node, "data-under", place < plays.length - 1 ? "yes" : null);
        keep(cards, play.cards, (card, at) => card.id ?? at, () => make("span"), (one, card) => this.drawCard(one, card));
      });
    this.empty.hidden = plays.length > 0 || !pile?.empty;
    fill(this.empty, pile?.empty);
    this.direction.hidden = !direction;
    if (direction && this.direction.dataset.drawn !== `${direction.value}${direction.label}`) {
      this.direction.dataset.drawn = `${direction.value}${direction.label}`;
      this.direction.innerHTML = icon("round");
      set(this.root, "data-way", direction.value < 0 ? "back" : "on");
      this.direction.append(make("span", "", {}, direction.label));
    }
    this.aside.hidden = !aside;
    if (aside) {
      const backs = make("span", "sr-backs", { "aria-hidden": "true" });
      for (let left = Math.min(aside.count, 5); left > 0; left--) backs.append(make("i"));
      this.aside.replaceChildren(backs, make("span", "", {}, aside.label));
    }
    this.middle.hidden = !pile && !aside;
  }

  // The cards that can be taken: of the row, or the centre.
  rowCards(scene = this.scene) {
    return (scene.row ?? scene.centre)?.cards ?? [];
  }

  // Whether cards of the table can be marked.
  open() {
    return this.scene.hand?.select === "many" && !this.scene.ask?.submit;
  }

  // Row, melds and stock: what lies on the table in games that have more than a pile.
  drawPlaces() {
    const { stock = null, melds = null } = this.scene, row = this.scene.row ?? this.scene.centre ?? null;
    const open = this.open(), cards = this.rowCards(), laid = melds?.melds ?? [];
    this.places.hidden = !stock && !row && !melds;
    set(this.root, "data-places", this.places.hidden ? null : "yes");
    const list = (node, label, many) => {
      set(node, "role", open ? "listbox" : "group");
      set(node, "data-open", open ? "yes" : null);
      set(node, "aria-label", label);
      set(node, "aria-multiselectable", open ? String(many) : null);
      set(node, "aria-orientation", open ? "horizontal" : null);
    };
    list(this.row, row?.label, true);
    this.rowPlace.hidden = !row;
    this.row.hidden = !cards.length;
    this.rowEmpty.hidden = cards.length > 0;
    fill(this.rowEmpty, row?.empty);
    keep(this.row, cards, (card) => card.id,
      (card) => {
        const node = make("div", "sr-lain");
        node.addEventListener("click", () => this.drag?.done || this.mark(card.id));
        return node;
      },
      (node, card) => {
        this.drawCard(node, card);
        let by = node.querySelector(".sr-thrower");
        if (!by) node.append((by = make("span", "sr-thrower", { "aria-hidden": "true" })));
        fill(by, card.by);
        set(by, "title", card.by);
        set(node, "role", open ? "option" : "img");
        set(node, "title", card.by || null);
      });
    if (!cards.some((card) => card.id === this.current.row)) this.current.row = cards.at(-1)?.id ?? null;

    list(this.melds, melds?.label, false);
    this.meldsPlace.hidden = !melds;
    this.melds.hidden = !laid.length;
    this.meldsEmpty.hidden = laid.length > 0;
    fill(this.meldsEmpty, melds?.empty);
    keep(this.melds, laid, (meld) => meld.id,
      (meld) => {
        const node = make("div", "sr-meld", {}, make("span", "sr-cards", { "aria-hidden": "true" }), make("span", "sr-tag", { "aria-hidden": "true" }));
        node.addEventListener("click", () => this.aim(meld.id));
        return node;
      },
      (node, meld) => {
        const [pictured, tag] = node.children;
        keep(pictured, meld.cards, (card) => card.id, () => make("span"), (one, card) => this.drawCard(one, card));
        node.style.setProperty("--sr-count", meld.cards.length);
        const others = [...new Set(meld.cards.map((card) => card.by).filter(Boolean))];
        const whose = [meld.owner, ...others].filter(Boolean).join(" + ");
        const drawn = JSON.stringify([meld.number, whose, meld.mark]);
        if (tag.dataset.drawn !== drawn) {
          tag.dataset.drawn = drawn;
          tag.replaceChildren(make("b", "sr-number", {}, meld.number), make("span", "sr-whose", { title: whose }, whose));
          if (meld.mark) tag.insertAdjacentHTML("afterbegin", icon(meld.mark));
        }
        set(node, "data-mark", meld.mark);
        set(node, "role", open ? "option" : "img");
        const named = meld.cards.map((card) => this.cardName(card) + (card.by ? ` (${card.by})` : "")).join(", ");
        set(node, "aria-label", [`${meld.label}: ${named}`, meld.mark && this.scene.labels?.marks?.[meld.mark]].filter(Boolean).join(", "));
      });
    if (!laid.some((meld) => meld.id === this.current.melds)) this.current.melds = laid[0]?.id ?? null;

    this.stock.hidden = !stock;
    set(this.stock, "aria-label", stock?.label);
    set(this.stock, "title", stock?.label);
    set(this.stock, "data-none", stock?.count ? null : "yes");
    // Without a verb it is only looked at.
    set(this.stock, "disabled", stock?.draws && this.buttons().some((button) => button.id === stock.draws) ? null : "");
    fill(this.stock.firstChild, stock ? String(stock.count) : "");
  }

  drawHand() {
    const hand = this.scene.hand ?? { cards: [], select: "none" };
    const many = hand.select === "many", open = many || hand.select === "one";
    set(this.hand, "role", open ? "listbox" : "group");
    set(this.hand, "data-open", open ? "yes" : null);
    set(this.hand, "aria-label", hand.label);
    set(this.hand, "aria-multiselectable", open ? String(many) : null);
    set(this.hand, "aria-orientation", open ? "horizontal" : null);
    this.hand.hidden = !hand.cards.length; // an empty listbox means nothing to anybody
    keep(this.hand, this.sorted(hand.cards), (card, place) => card.id ?? `back ${place}`,
      (card) => {
        const node = make("div", "sr-held");
        node.addEventListener("click", (event) => this.tap(card.id, event));
        return node;
      },
      (node, card) => {
        this.drawCard(node, card);
        set(node, "role", open ? "option" : "img");
        set(node, "aria-label", this.cardName(card));
      });
    if (!hand.cards.some((card) => card.id === this.current.hand)) this.current.hand = hand.cards[0]?.id ?? null;
    this.mat.hidden = Boolean(this.scene.curtain) || (this.seats.hidden && this.middle.hidden && this.hand.hidden && this.me.hidden && this.places.hidden);
    // The bar lies on the mat, below the hand, unless a question comes between; what is said stands by what one does.
    const onMat = !this.mat.hidden && !this.scene.ask?.submit;
    set(this.root, "data-on-mat", onMat ? "yes" : null);
    if (onMat && this.status.parentElement !== this.line) this.line.prepend(this.status);
    if (!onMat && this.status.parentElement === this.line) this.root.insertBefore(this.status, this.bar);
    this.line.hidden = !onMat && this.me.hidden;
  }

  drawAsk(before) {
    const { ask } = this.scene;
    this.prompt.hidden = !ask?.prompt;
    this.write(this.prompt, ask?.prompt);
    set(this.prompt, "data-long", (ask?.prompt ?? "").length > 70 ? "yes" : null);
    this.ask.hidden = !ask?.submit; // without it the prompt is a task, done on the table
    if (this.ask.hidden) {
      this.choices.replaceChildren();
      this.fields.replaceChildren();
      return;
    }
    const options = ask.options ?? [];
    const ids = options.map((option) => option.id);
    const old = before?.ask;
    if (!old || old.kind !== ask.kind || keyOf((old.options ?? []).map((option) => option.id)) !== keyOf(ids)) {
      this.chosen.clear();
      this.order = [];
    }
    if (keyOf(this.order) !== keyOf(ids)) this.order = ids;
    set(this.ask, "data-kind", ask.kind);

    const ordering = ask.kind === "order";
    const shown = ordering ? this.order.map((id) => options.find((option) => option.id === id)) : options;
    this.choices.hidden = !shown.length;
    set(this.choices, "role", "listbox");
    set(this.choices, "aria-labelledby", this.prompt.id);
    set(this.choices, "aria-multiselectable", String(Boolean(ask.many) && !ordering));
    set(this.choices, "aria-orientation", ask.kind === "moves" ? "vertical" : "horizontal");
    keep(this.choices, shown, (option) => option.id,
      (option) => {
        const node = make("div", "sr-choice", { role: "option" }, make("span", "sr-cards", { "aria-hidden": "true" }), make("span", "sr-choice-label"), make("span", "sr-tick", { "aria-hidden": "true" }));
        node.lastChild.innerHTML = icon("right");
        node.addEventListener("click", () => this.choose(option.id));
        return node;
      },
      (node, option, place) => {
        const [cards, label] = node.children;
        const pictured = option.cards ?? [];
        keep(cards, pictured, (card, at) => card.id ?? at, () => make("span"), (one, card) => this.drawCard(one, card));
        cards.hidden = !pictured.length;
        // One card says it all; its label is for the ear. Several cards and bare words show theirs.
        label.hidden = pictured.length === 1;
        this.write(label, option.label);
        const mark = pictured.map((card) => card.mark).find(Boolean);
        const named = pictured.length === 1 || mark; // others are named by their words
        set(node, "aria-label", named ? [option.label, this.scene.labels?.marks?.[mark]].filter(Boolean).join(", ") : null);
        if (pictured.length > 1) set(node, "title", pictured.map((card) => card.label).join(", "));
        set(node, "aria-posinset", ordering ? place + 1 : null);
        set(node, "aria-setsize", ordering ? shown.length : null);
      });
    if (!ids.includes(this.current.ask)) this.current.ask = shown[0]?.id ?? null;

    this.carry.hidden = !ordering;
    for (const button of this.carry.children) set(button, "aria-label", this.word(button.dataset.id));

    const fields = ask.kind === "number" ? [{ id: "number", label: "" }] : ask.kind === "bill" ? ask.fields ?? [] : [];
    this.fields.hidden = !fields.length;
    keep(this.fields, fields, (field) => field.id,
      () => make("label", "sr-field", {}, make("span"), make("input", "", { type: "text", autocomplete: "off", maxlength: "6" })),
      (node, field) => {
        const [label, input] = node.children;
        this.write(label, field.label);
        label.hidden = !field.label;
        set(input, "inputmode", ask.kind === "number" ? "numeric" : null); // a bill may need a minus, which number pads lack
        set(input, "aria-labelledby", field.label ? null : this.prompt.id);
      });
  }

  drawAnswer(fresh) {
    const { answer } = this.scene;
    this.answer.hidden = !answer;
    if (!answer) return;
    set(this.answer, "data-tone", answer.tone);
    if (this.answerTitle.dataset.drawn !== answer.tone + answer.title) {
      this.answerTitle.dataset.drawn = answer.tone + answer.title;
      const words = make("span");
      this.write(words, answer.title);
      this.answerTitle.innerHTML = ICON[answer.tone] ? icon(answer.tone) : "";
      this.answerTitle.append(words);
    }
    set(this.results, "aria-label", answer.title);
    this.drawResults(answer.rows ?? []);
    this.write(this.answerText, answer.text);
    this.answerText.hidden = !answer.text;
    const more = (answer.links ?? []).map((link) => {
      const anchor = make("a", "sr-link", { href: link.href });
      this.write(anchor, link.label);
      return anchor;
    });
    if (answer.nearest) {
      const button = make("button", "sr-button sr-nearest", { type: "button" });
      this.write(button, answer.nearest.label);
      button.addEventListener("click", () => this.take(answer.nearest));
      more.unshift(button);
    }
    const drawn = JSON.stringify([answer.links, answer.nearest]);
    if (this.answerMore.dataset.drawn !== drawn) {
      this.answerMore.dataset.drawn = drawn;
      this.answerMore.replaceChildren(...more);
    }
    this.answerMore.hidden = !more.length;
    this.billTitle.hidden = !answer.bill;
    fill(this.billTitle, answer.bill?.title);
    this.drawBill(this.bill, answer.bill);
    if (fresh && answer.tone === "right" && !this.still(this.scene)) {
      this.mat.classList.remove("sr-glow");
      void this.mat.offsetWidth; // restarts the animation
      this.mat.classList.add("sr-glow");
    }
  }

  // Who came where, and what becomes of it: nothing in a column is no column.
  drawResults(rows) {
    this.results.hidden = !rows.length;
    const heads = this.word("results") ?? {};
    const columns = ["place", "name", "title", "note", "points", "score"].filter((name) => rows.some((row) => row[name]));
    const drawn = JSON.stringify([rows, heads]);
    if (this.results.dataset.drawn === drawn) return;
    this.results.dataset.drawn = drawn;
    const head = make("tr", "", {}, ...columns.map((name) => make("th", "", { scope: "col" }, heads[name] ?? "")));
    const body = rows.map((row) => make("tr", row.you ? "sr-own" : "", {}, ...columns.map((name) =>
      name === "name" ? make("th", "", { scope: "row" }, row.name) : make("td", "", {}, row[name] ?? ""))));
    this.results.replaceChildren(make("thead", "", {}, head), make("tbody", "", {}, ...body));
  }

  // What everybody gets and pays for a deal: a list for each player, each line a link to its rule.
  drawBill(node, bill) {
    node.hidden = !bill;
    if (!bill) return node.replaceChildren();
    const drawn = JSON.stringify([this.scene.lang, bill]);
    if (node.dataset.drawn === drawn && node.firstChild) return;
    node.dataset.drawn = drawn;
    const rows = bill.rows.map((row) => {
      const lines = row.lines.map((line) => {
        const anchor = make("a", "sr-link", { href: line.href });
        this.write(anchor, line.text);
        return make("li", "", {}, anchor, make("b", "", {}, line.amount));
      });
      for (const name of ["total", "score"]) if (row[name]) lines.push(make("li", "sr-bill-sum", {}, make("span", "", {}, bill[name]), make("b", "", {}, row[name])));
      return make("section", row.you ? "sr-own" : "", {}, make("h3", "", {}, row.name), make("ul", "", { role: "list" }, ...lines));
    });
    node.replaceChildren(...rows);
  }

  // What answers a move must be seen without looking for it, on a phone too; the hand that it is about stays,
  // and so do buttons that do not stick to the screen.
  showAnswer() {
    const narrow = this.root.dataset.size === "narrow", over = narrow && this.scene.answer.tone === "told";
    const box = bare(this.answer), bar = narrow ? this.bar.offsetHeight : 0;
    const shown = window.innerHeight - bar - BELOW, first = this.hand.hidden || over ? box : bare(this.hand);
    const by = box.top < 0 ? box.top - BELOW : Math.min(box.bottom - shown, Math.max(0, first.top - BELOW));
    if (by > 0 || box.top < 0) this.scroller?.scrollBy({ top: by, behavior: this.still(this.scene) ? "auto" : "smooth" });
  }

  // The whole deal, pile by pile. It grows at its end; what stands is not drawn anew.
  drawLog() {
    const piles = this.scene.log ?? [];
    this.log.hidden = !piles.length || !this.word("log");
    fill(this.logTitle, this.word("log"));
    set(this.lines, "aria-label", this.word("log"));
    let grown = false;
    keep(this.lines, piles, (pile, place) => place, () => make("li", "", {}, make("ol", "sr-moves")), (node, pile) => {
      keep(node.firstChild, pile, (text, place) => place, () => make("li"), (line, text) => {
        if (line.dataset.text !== `${this.scene.lang} ${text}`) grown = true;
        this.write(line, text);
      });
    });
    if (grown && this.log.open) this.lines.scrollTo(0, this.lines.scrollHeight);
  }

  drawTools() {
    const { rules = null, hand } = this.scene;
    const many = hand?.select === "many", cards = hand?.cards ?? [];
    const label = (button, text, shown) => {
      button.hidden = !text || !shown;
      fill(button.lastChild, text);
      set(button, "title", text);
    };
    label(this.sorter, this.word("sortSuit"), cards.length > 2 && cards.every((card) => card.id));
    set(this.sorter, "aria-pressed", String(this.bySuit));
    set(this.sorter, "aria-keyshortcuts", "S");
    label(this.setter, this.word("set"), many && (this.scene.groups ?? []).length);
    label(this.rulesButton, rules?.label, rules && !this.scene.curtain);
    this.drawKeys(rules);
    set(this.rulesButton, "aria-keyshortcuts", "I");
    set(this.rulesButton, "aria-haspopup", "dialog");
    // Where no mat is drawn the rules stand with the keys, below.
    if (this.mat.hidden && this.rulesButton.parentNode !== this.foot) this.keysButton.before(this.rulesButton);
    if (!this.mat.hidden && this.rulesButton.parentNode === this.foot) this.setter.after(this.rulesButton);
    this.head.hidden = this.mat.hidden || [this.direction, this.sorter, this.setter, this.rulesButton].every((node) => node.hidden);
    this.foot.hidden = this.log.hidden && this.keysButton.hidden && this.rulesButton.parentNode !== this.foot;
    if (!rules) {
      this.rules.close();
      return;
    }
    set(this.rules, "aria-label", rules.title);
    fill(this.rulesTitle, rules.title);
    fill(this.rulesClose, this.word("close"));
    fill(this.rulesLink, this.word("allRules"));
    this.rulesLink.hidden = !rules.href || !this.word("allRules");
    set(this.rulesLink, "href", rules.href);
    this.rulesAsk.hidden = !rules.ask;
    fill(this.rulesAsk, rules.ask?.label);
    set(this.rulesAsk, "href", rules.ask?.href);
    keep(this.rulesList, rules.lines, (line, place) => place, () => make("li"), (node, line) => this.write(node, line));
  }

  drawKeys(rules) {
    const rows = [...(this.word("keys") ?? [])];
    this.keysButton.hidden = !rows.length;
    if (rules && rows.length) rows.splice(-1, 0, { keys: ["I"], text: rules.label });
    set(this.keysButton, "aria-label", this.word("keysTitle"));
    set(this.keysButton, "title", this.word("keysTitle"));
    set(this.keys, "aria-label", this.word("keysTitle"));
    fill(this.keysTitle, this.word("keysTitle"));
    fill(this.keysClose, this.word("close"));
    const drawn = JSON.stringify(rows);
    if (this.keysList.dataset.drawn === drawn) return;
    this.keysList.dataset.drawn = drawn;
    this.keysList.replaceChildren(...rows.flatMap((row) => [
      make("dt", "", {}, ...row.keys.map((name) => make("kbd", "", {}, name))), make("dd", "", {}, row.text)]));
  }

  showKeys() {
    if (this.keysButton.hidden || this.keys.open) return;
    this.keys.showModal();
  }

  showRules() {
    if (this.scene.rules && !this.rules.open) this.rules.showModal();
  }

  // A question's submit button leads the bar; the scene's own buttons follow.
  buttons() {
    const { ask, curtain, buttons = [] } = this.scene;
    if (curtain) return [{ ...curtain.button, kind: "primary", key: "Enter" }];
    if (!ask?.submit) return buttons;
    return [{ id: "answer", label: ask.submit, kind: "primary", needs: "answer", key: "Enter" }, ...buttons];
  }

  drawBar() {
    const buttons = this.buttons();
    set(this.bar, "aria-label", this.word("actions"));
    this.bar.hidden = !buttons.length;
    keep(this.bar, buttons, (button) => button.id,
      (button) => {
        const node = make("button", "sr-button", { type: "button" });
        node.addEventListener("click", (event) => this.press(button.id, event));
        return node;
      },
      () => {});
  }

  // What changes with the selection alone, without a new scene.
  paint() {
    const { scene } = this;
    const open = ["many", "one"].includes(scene.hand?.select);
    for (const node of this.hand.children) {
      const on = this.selected.has(node.dataset.id);
      set(node, "aria-selected", open ? String(on) : null);
      set(node, "tabindex", open ? (node.dataset.id === this.current.hand ? "0" : "-1") : null);
    }
    const ordering = scene.ask?.kind === "order";
    for (const node of this.choices.children) {
      const on = ordering ? this.picked === node.dataset.id : this.chosen.has(node.dataset.id);
      set(node, "aria-selected", String(on));
      set(node, "tabindex", node.dataset.id === this.current.ask ? "0" : "-1");
    }
    set(this.setter, "aria-disabled", this.late || !this.lead() ? "true" : null);
    this.paintPlaces();
    const main = this.mainButton(), said = main && this.said(main);
    for (const button of this.buttons()) {
      const node = this.bar.querySelector(`[data-id="${CSS.escape(button.id)}"]`);
      set(node, "data-kind", button === main ? "primary" : null);
      set(node, "aria-keyshortcuts", [button === main && "Enter", button.code?.replace(/^(Key|Digit)/, "")].filter(Boolean).join(" ") || null);
      this.write(node, (button === main && said) || button.label);
      set(node, "aria-disabled", this.late || !this.ready(button) ? "true" : null);
    }
    set(this.root, "aria-busy", this.busy ? "true" : null);
    set(this.root, "data-late", this.late ? "yes" : null);
  }

  // What of the table is marked, and what comes along: of a row all cards after the first that is marked.
  paintPlaces() {
    const open = this.open(), first = this.first();
    let after = false;
    this.rowCards().forEach((card, place) => {
      const node = this.row.children[place], on = this.taken.has(card.id);
      const along = after && !on && this.scene.row;
      if (card.id === first) after = true;
      set(node, "aria-selected", open ? String(on) : null);
      set(node, "tabindex", open ? (card.id === this.current.row ? "0" : "-1") : null);
      set(node, "data-along", along ? "yes" : null);
      const mark = card.mark && this.scene.labels?.marks?.[card.mark];
      set(node, "aria-label", [card.label, card.by, mark, along && this.word("along")].filter(Boolean).join(", "));
    });
    for (const node of this.melds.children) {
      set(node, "aria-selected", open ? String(this.zone === node.dataset.id) : null);
      set(node, "tabindex", open ? (node.dataset.id === this.current.melds ? "0" : "-1") : null);
    }
  }

  // By all that can be marked, the verbs whose legal move that is, with their words.
  legal() {
    if (this.legalOf !== this.scene.legal) {
      this.legalOf = this.scene.legal;
      this.legalMap = new Map(Object.entries(this.scene.legal ?? {}).map(([key, moves]) => {
        const [cards, zone] = key.split("> ");
        const [hand, table = []] = cards.split("|").map((part) => part.split(" ").filter(Boolean));
        return [marksOf(hand, table, zone), moves];
      }));
    }
    return this.legalMap;
  }

  // What of all that is marked goes with a button: cards of the hand, cards of the table, a meld. Cards that are up, as a
  // refused try leaves them, are no part of a pass. Where only one meld takes the cards, it need not be marked.
  marks(button) {
    const hand = button.needs && button.needs !== "answer" ? [...this.selected].sort() : [];
    const table = button.needs === "table" ? [...this.taken].sort() : [];
    let zone = ["table", "zone"].includes(button.needs) ? this.zone : null;
    if (button.needs === "zone" && !zone && hand.length) {
      const fits = (this.scene.melds?.melds ?? []).filter((meld) => this.legal().get(marksOf(hand, [], meld.id))?.[button.id]);
      if (fits.length === 1) zone = fits[0].id;
    }
    return { hand, table, zone };
  }

  // The move that a button makes of the marks, in words; null for one that is not legal.
  said(button) {
    const { hand, table, zone } = this.marks(button);
    return hand.length || table.length || zone ? this.legal().get(marksOf(hand, table, zone))?.[button.id] ?? null : null;
  }

  // The button that Enter presses: the verb of which all that is marked makes a legal move; else what the marks are for.
  mainButton() {
    const buttons = this.buttons(), given = buttons.find((button) => button.kind === "primary") ?? null;
    const { selected, taken, zone } = this;
    if (this.scene.ask?.submit || !(selected.size || taken.size || zone)) return given;
    const moves = this.legal().get(marksOf([...selected], [...taken], zone)) ?? {};
    const needs = taken.size ? "table" : zone ? "zone" : "cards";
    return buttons.find((button) => moves[button.id]) ?? buttons.find((button) => button.needs === needs) ?? given;
  }

  // ---------------------------------------------------------------- where things lie

  // On a phone the buttons stand at the bottom of the screen, where the thumb is; where a screen is wide and low they stand
  // beside the mat. What does not fit is drawn tighter; what still does not fit scrolls beneath the hand and the buttons.
  layout() {
    if (!this.scene) return;
    const text = parseFloat(getComputedStyle(this.root).fontSize) / TEXT;
    const width = this.root.clientWidth / text, below = this.page ? this.room() : Infinity;
    const size = width >= LYING && below / text < LOW && !this.mat.hidden ? "short" : width >= NARROW ? "wide" : "narrow";
    const before = this.root.dataset.size;
    // A low screen is the table's alone. What stands above is scrolled away once, when the table comes or the phone turns.
    const room = size === "short" ? window.innerHeight - BELOW : below;
    set(this.root, "data-size", size);
    this.rulesButton.lastChild.classList.toggle("sr-hidden", size !== "wide");
    this.root.style.minHeight = size === "narrow" && this.page ? `${Math.max(0, room)}px` : "";
    // What fitted last is tried first: to measure anew costs more than all the drawing.
    const lain = [this.row.children.length, ...[...this.melds.children].map((node) => node.firstChild.children.length)];
    const load = [size, width, room, this.seats.children.length, this.hand.children.length, this.prompt.hidden, ...lain].join();
    if (this.fit?.load !== load) this.fit = { load, level: 0 };
    const large = size === "wide" && room / text > HIGH;
    const most = this.places.hidden
      ? { wide: [large ? 100 : 80, 64], narrow: [this.grown(), 62, 52], short: [50, 44] }[size]
      : { wide: [large ? 92 : 76, 64, 54], narrow: [62, 54, 46, 40], short: [46, 40] }[size];
    this.listed = width < LISTED;
    let needs = this.lay(size, most, large);
    while (needs > room && this.fit.level < most.length - 1) {
      this.fit.level++;
      needs = this.lay(size, most, large);
    }
    if (size === "narrow" && this.places.hidden && !this.fit.level && this.grown() > most[0]) this.layPile(this.grown());
    set(this.root, "data-dock", needs > below ? "yes" : null);
    // A table with more than a pile may come to need it as it grows: the first time that it does.
    const first = this.places.hidden ? before !== size : this.raised !== size;
    if (first && needs > below) {
      this.raised = size;
      const stays = this.hand.offsetHeight + (size === "short" ? 0 : this.bar.offsetHeight) + 24;
      const crowded = stays + bare(this.mat).top - bare(this.root).top > below;
      requestAnimationFrame(() => (crowded || this.prompt.hidden ? this.mat : this.root).scrollIntoView({ block: "start" }));
    }
  }

  // Everything in its place, as tightly as this level says; the height that it needs, 0 where that is of no account.
  lay(size, most, large) {
    const { level } = this.fit, tight = level === most.length - 1;
    set(this.root, "data-tight", tight ? "yes" : null);
    const bar = this.bar.offsetHeight;
    this.root.style.setProperty("--sr-bar", `${bar}px`);
    this.laySeats(size);
    this.layPile(most[level]);
    this.layPlaces(size, most[level], tight);
    this.layHand(size, tight, large);
    if (this.mat.hidden || !this.page) return 0;
    return bare(this.mat).bottom - bare(this.root).top + (size === "narrow" ? bar + 4 : 0);
  }

  // On a phone the mat grows into what room is left, and the pile with it.
  grown() {
    return Math.max(62, Math.min(92, Math.floor(this.middle.clientHeight / 2.8)));
  }

  // How high the table may be: from where it begins, not scrolled, to the lower edge of the screen.
  room() {
    let box = this.root.parentNode;
    this.scroller ??= (() => {
      for (; box; box = box.parentNode ?? box.host) {
        if (box instanceof Element && /auto|scroll/.test(getComputedStyle(box).overflowY)) return box;
      }
      return document.scrollingElement;
    })();
    const above = bare(this.root).top + this.scroller.scrollTop - (this.scroller === document.scrollingElement ? 0 : bare(this.scroller).top);
    return window.innerHeight - above - BELOW;
  }

  laySeats(size) {
    const seats = [...this.seats.children], count = seats.length;
    // Few on a small screen, or with more than a pile in the middle: one row, read from left to right.
    const flat = count < 4 && (size !== "wide" || !this.places.hidden);
    const [left, top, right] = this.listed ? [0, 0, count] : flat || !RING[count] ? [0, count, 0] : RING[count];
    const wide = size === "narrow" && Math.max(0, ...[...this.pile.children].map((play) => play.children[1].children.length)) > 6;
    const rows = Math.max(left, right, 1), first = top ? 2 : 1;
    set(this.ring, "data-ring", this.listed ? "list" : left || right ? "yes" : "no");
    this.ring.style.setProperty("--sr-top", Math.max(1, top));
    // With people at the sides, the row across shares their columns: side, middle (in two halves), side.
    const across = { 1: ["2 / 4"], 2: ["1 / 3", "3 / 5"], 3: ["1", "2 / 4", "4"] }[top];
    seats.forEach((node, place) => {
      const side = place < left ? "left" : place < left + top ? "top" : "right";
      set(node, "data-side", side);
      // At the ends of the row across, play turns down to the sides or to the reader.
      const turns = top > 1 || !left ? [place === left ? "first" : "", place === left + top - 1 ? "last" : ""].join(" ").trim() : "";
      set(node, "data-turns", (side === "top" && turns) || null);
      node.style.gridRow = side === "left" ? first + left - 1 - place : side === "top" ? 1 : first + place - left - top;
      node.style.gridColumn = side === "left" || this.listed ? 1 : side === "right" ? 4 : left || right ? across[place - left] : place + 1;
    });
    const ring = (left || right) && !wide && !this.listed;
    this.middle.style.gridColumn = ring ? "2 / 4" : "1 / -1";
    this.middle.style.gridRow = ring ? `${first} / span ${rows}` : first + (left || right ? rows : 0);
  }

  // The play on top and the one before it: side by side where both can be read so, else one above the other.
  layPile(most) {
    const room = this.middle.clientWidth - 4;
    const plays = [...this.pile.children].map((play) => [play, play.children[1].children.length]);
    const least = (count, width) => width * (1 + LEAST * (count - 1));
    const [under, top] = plays.length > 1 ? plays : [null, plays[0]];
    const beside = under && least(top[1], most) + least(under[1], most * 0.75) + 40 <= room;
    set(this.pile, "data-beside", beside ? "yes" : null);
    this.pile.style.setProperty("--sr-room", `${beside ? room / 2 : room}px`);
    for (const [play, count] of plays) {
      const before = under?.[0] === play;
      const share = beside ? room * (before ? 0.36 : 0.64) - 20 : room;
      const width = Math.max(26, Math.min(before ? most * (beside ? 0.75 : 0.86) : most, share / (1 + LEAST * (count - 1))));
      const step = count > 1 ? Math.min(width + 4, (share - width) / (count - 1)) : width;
      play.style.setProperty("--sr-card", `${width.toFixed(1)}px`);
      play.style.setProperty("--sr-lap", `${(step - width).toFixed(1)}px`);
    }
  }

  // The row laps over itself as far as rank and suit stay readable and a finger can hit each card, in as many lines as that
  // takes; on a small screen the stock lies at the end of its last line. Melds lie close, since each is hit as a whole.
  layPlaces(size, most, tight) {
    if (this.places.hidden) return;
    const cards = [...this.row.children], count = cards.length, room = this.row.clientWidth;
    const small = size !== "wide", tall = most * (small && tight ? 1.1 : 1.4), stock = this.stock.hidden ? 0 : Math.max(TARGET, most) + 8;
    this.places.style.setProperty("--sr-card", `${most}px`);
    for (const node of this.melds.children) {
      const width = Math.min(most, (this.melds.clientWidth - 6) / (1 + 0.44 * (node.firstChild.children.length - 1))); // a long run is smaller
      node.style.setProperty("--sr-card", `${width.toFixed(1)}px`);
      node.style.setProperty("--sr-lap", `${(-width * 0.56).toFixed(1)}px`);
    }
    this.places.style.setProperty("--sr-tall", `${(most * 0.8 + 23).toFixed(1)}px`);
    if (!count || !room) return;
    const least = Math.max(FINGER, most * 0.44), end = small ? stock : 0;
    const holds = (width) => Math.max(1, Math.floor((width - most) / least) + 1);
    const lines = count <= holds(room - end) ? 1 : 1 + Math.ceil((count - holds(room - end)) / holds(room));
    const across = lines > 1 ? Math.min(holds(room), Math.ceil((count + end / least) / lines)) : count;
    const wide = lines > 1 ? room : room - end;
    const step = across > 1 ? Math.min(most + 4, (wide - most) / (across - 1)) : 0;
    const rise = most * 0.82 + 4, above = 12;
    this.rowAcross = across;
    set(this.row, "data-roomy", step >= 46 ? "yes" : null);
    this.row.style.setProperty("--sr-step", `${step.toFixed(1)}px`);
    this.row.style.height = `${above + (lines - 1) * rise + tall}px`;
    this.row.style.setProperty("--sr-high", `${tall.toFixed(1)}px`);
    const shift = small ? 0 : Math.max(0, (room - most - step * (across - 1)) / 2);
    cards.forEach((node, place) => {
      node.style.setProperty("--sr-x", `${(shift + (place % across) * step).toFixed(1)}px`);
      node.style.setProperty("--sr-y", `${(above + Math.floor(place / across) * rise).toFixed(1)}px`);
      node.style.zIndex = place + 1;
    });
  }

  // Wide: a fan. Else a grid whose rows lap over each other as far as rank and suit stay readable; as many rows as it
  // takes to give each card a finger's width, so that 26 cards need no scrolling and can still be hit. Where there is
  // little room the lower part of the cards runs off, as that of cards held close.
  layHand(size, tight, large) {
    const cards = [...this.hand.children];
    const count = cards.length, room = this.hand.clientWidth;
    if (!count || !room) return;
    const wide = size === "wide", target = size !== "short" ? TARGET : tight && !this.places.hidden ? TARGET - 10 : TARGET - 4;
    const across = wide ? count : Math.ceil(count / Math.ceil(count / Math.max(1, Math.floor((room - 8) / target))));
    const most = wide ? (tight ? 76 : Math.max(66, Math.min(large ? 112 : 92, room * (large ? 0.12 : 0.098), (room * 2.2) / count))) : size === "short" ? 56 : 66;
    const width = wide ? most : Math.min(most, room / across + 7);
    const step = across > 1 ? Math.min(width * (wide ? 0.84 : 1.05), (room - width - (wide ? 18 : 0)) / (across - 1)) : 0;
    const rise = Math.max(TARGET, width * (wide ? 0.84 : 0.8));
    const sag = wide ? Math.min(count, 13) * (tight ? 0.7 : 1.3) : 0, spread = wide ? Math.min(12, count) : 0;
    const rows = Math.ceil(count / across);
    const tall = width * 1.4 * (tight || size === "short" ? 0.72 : 1);
    const above = cards.some((node) => node.dataset.mark) ? 28 : 14; // a selected card rises, its mark sticks out further
    this.across = across;
    this.hand.style.setProperty("--sr-card", `${width}px`);
    this.hand.style.setProperty("--sr-tall", `${tall}px`);
    this.hand.style.height = `${above + (rows - 1) * rise + tall + sag + 4}px`;
    cards.forEach((node, place) => {
      const row = Math.floor(place / across), column = place % across;
      const inRow = Math.min(across, count - row * across);
      const centred = wide || rows === 1 ? (room - width - step * (inRow - 1)) / 2 : (room - width - step * (across - 1)) / 2;
      const from = inRow > 1 ? column / (inRow - 1) - 0.5 : 0;
      node.style.setProperty("--sr-x", `${(centred + column * step).toFixed(1)}px`);
      node.style.setProperty("--sr-y", `${(above + row * rise + from * from * 4 * sag).toFixed(1)}px`);
      node.style.setProperty("--sr-lean", `${(from * spread).toFixed(2)}deg`);
      node.style.zIndex = place + 1;
    });
  }

  // ---------------------------------------------------------------- motion

  remember() {
    return {
      hand: new Map([...this.hand.children].map((node) => [node.dataset.id, bare(node)])),
      plays: new Map([...this.pile.children].map((node) => [node.dataset.id, node])),
      table: new Map(this.lain().map((node) => [node.dataset.id, bare(node)])),
    };
  }

  // The cards of row and melds.
  lain() {
    return [...this.row.children, ...[...this.melds.children].flatMap((meld) => [...meld.firstChild.children])];
  }

  move(from, before) {
    for (const node of before ? this.lain() : []) {
      const was = from.table.get(node.dataset.id), end = bare(node);
      const card = this.rowCards().find((one) => one.id === node.dataset.id);
      const seat = [...this.seats.children].find((_, place) => this.scene.seats[place].name === card?.by);
      const start = from.hand.get(node.dataset.id) ?? (was && was.width ? was : null) ?? (was ? null : seat && bare(seat));
      if (!start || (Math.abs(start.left - end.left) < 80 && Math.abs(start.top - end.top) < 60)) continue;
      const x = start.left - end.left, y = start.top - end.top;
      node.animate([{ translate: `${x}px ${y}px` }, { translate: "none" }], { duration: PLAY, easing: "ease-out" });
    }
    const dealt = [...this.hand.children].filter((node) => !from.hand.has(node.dataset.id));
    if (dealt.length > 1) {
      dealt.forEach((node, place) => node.animate(
        [{ opacity: 0, transform: "translate(40%, -60px) rotate(8deg)" }, {}],
        { duration: DEAL, delay: place * 40, easing: "ease-out", fill: "backwards" }));
    }
    const lain = [...this.pile.children].filter((node) => !from.plays.has(node.dataset.id));
    const top = lain.at(-1);
    if (top && before) {
      const by = this.scene.pile.plays.at(-1).by;
      const seat = [...this.seats.children].find((node, place) => this.scene.seats[place].name === by);
      for (const node of top.children[1].children) {
        const start = from.hand.get(node.dataset.id) ?? seat?.getBoundingClientRect();
        if (!start) continue;
        const end = node.getBoundingClientRect();
        const x = start.left + start.width / 2 - end.left - end.width / 2, y = start.top + start.height / 2 - end.top - end.height / 2;
        node.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }], { duration: PLAY, easing: "ease-out" });
      }
    }
    // A pile that has ended is swept off: its plays are drawn once more, on their way out.
    if (before?.pile?.plays.length && !this.scene.pile?.plays.length) {
      const gone = make("div", "sr-swept", { "aria-hidden": "true" }, ...from.plays.values());
      this.pile.parentElement.append(gone);
      gone.animate([{}, { transform: "translate(70%, -30%) rotate(14deg)", opacity: 0 }], { duration: SWEEP, easing: "ease-out" })
        .finished.catch(() => {}).then(() => gone.remove());
    }
  }

  // ---------------------------------------------------------------- selecting

  // One tap, one card: a single must stay the easiest play. A second tap at once (or Shift + Space, or the button for it)
  // widens the choice to the next play that holds the card. Nobody needs it: tapping each card does the same.
  tap(id, event) {
    if (this.drag?.done) return; // the click that ends a drag
    this.current.hand = id;
    const again = this.tapped?.id === id && event.timeStamp - this.tapped.at < DOUBLE;
    this.tapped = { id, at: event.timeStamp };
    if (!again || !this.group(id)) this.toggle(id);
  }

  toggle(id) {
    const select = this.scene.hand?.select;
    if (!id || this.busy || !["many", "one"].includes(select)) return;
    const on = this.selected.has(id);
    if (select === "one") this.selected.clear();
    if (on) this.selected.delete(id);
    else this.selected.add(id);
    this.paint();
  }

  // The plays of several cards that hold this one: those that are legal now first, equal ranks before straights, few cards
  // before many, low ones before high ones.
  plays(id) {
    const place = new Map((this.scene.hand?.cards ?? []).map((card, at) => [card.id, at]));
    const legal = this.legal();
    const high = (ids) => Math.max(...ids.map((one) => place.get(one)));
    const total = (ids) => ids.reduce((sum, one) => sum + place.get(one), 0);
    const order = (ids) => [legal.has(keyOf(ids)) ? 0 : 1, ids.every((one) => one[0] === id[0]) ? 0 : 1, ids.length, high(ids), total(ids)];
    return (this.scene.groups ?? []).map((text) => text.split(" ")).filter((ids) => ids.includes(id))
      .map((ids) => [order(ids), ids])
      .sort(([a], [b]) => a.map((part, at) => part - b[at]).find((part) => part) ?? 0)
      .map(([, ids]) => ids);
  }

  // Widens the choice: the card alone, its pair, its triple, its straights, and round again. What is up already is kept
  // where a play holds it all, so that two ends of a straight bring what is between them; and where the card has no legal
  // play, so that pairs in a row can be put together pair by pair.
  group(id) {
    if (this.busy || this.scene.hand?.select !== "many") return false;
    const plays = this.plays(id);
    if (!plays.length) return false;
    const up = [...this.selected], now = plays.findIndex((ids) => keyOf(ids) === keyOf(up));
    const holding = (cards) => plays.find((ids) => ids.length > cards.length && cards.every((card) => ids.includes(card)));
    const own = new Set(plays.flat());
    const others = this.legal().has(keyOf(plays[0])) ? [] : up.filter((card) => !own.has(card));
    const mine = up.filter((card) => own.has(card)), at = plays.findIndex((ids) => keyOf(ids) === keyOf(mine));
    const next = now >= 0 ? plays[now + 1] ?? [id]
      : holding(up) ?? [...others, ...(at >= 0 ? plays[at + 1] ?? [id] : holding(mine) ?? plays[0])];
    this.selected = new Set(next);
    this.paint();
    this.tell();
    return true;
  }

  // The card that the button for sets widens from: the one touched last, if it is up.
  lead() {
    const id = this.selected.has(this.current.hand) ? this.current.hand : [...this.selected][0];
    return id && this.plays(id).length ? id : null;
  }

  widen() {
    const id = this.lead();
    if (id) this.group(id);
    else if (!this.selected.size) this.say(this.word("chooseFirst"));
  }

  // Which cards are up now, for those who do not see it.
  tell() {
    const up = (this.scene.hand?.cards ?? []).filter((card) => this.selected.has(card.id)).map((card) => card.label);
    const main = this.mainButton();
    this.whisper((main && this.said(main)) ?? up.join(", "));
  }

  // ---------------------------------------------------------------- marking what lies on the table

  // The card that is taken: of those marked the one that was thrown first.
  first() {
    return this.rowCards().find((card) => this.taken.has(card.id))?.id ?? null;
  }

  // The first card marked is the one to take, later ones go into the meld with it. An earlier one is taken in its place, or
  // with it where one legal move lays both. Without the card to take nothing is marked.
  mark(id) {
    if (this.busy || !this.open()) return;
    this.current.row = id;
    const first = this.first(), cards = this.rowCards(), place = (one) => cards.findIndex((card) => card.id === one);
    if (id === first || !this.scene.row) {
      const on = this.taken.has(id);
      this.taken.clear();
      if (!on) this.taken.add(id);
    } else if (this.taken.has(id)) this.taken.delete(id);
    else {
      if (first && place(id) < place(first) && !this.together([id, ...this.taken])) this.taken.clear();
      this.taken.add(id);
    }
    this.paint();
    if (this.first() !== first) this.tellRow();
  }

  // Whether some legal move takes all of these cards of the table.
  together(ids) {
    return [...this.legal().keys()].some((key) => ids.every((id) => key.split(" > ")[0].split("|")[1]?.split(" ").includes(id)));
  }

  // What comes along with the card that is marked, and who threw it.
  tellRow() {
    const card = this.rowCards().find((one) => one.id === this.first());
    if (card) this.say([card.by, card.sweep].filter(Boolean).join(": "));
    else if (this.told) this.say(this.scene.status);
    this.told = Boolean(card);
  }

  // The meld to lay off on.
  aim(id) {
    if (this.busy || !this.open()) return;
    this.current.melds = id;
    this.zone = this.zone === id ? null : id;
    this.paint();
  }

  // ---------------------------------------------------------------- sorting

  sorted(cards) {
    if (!this.bySuit || !cards.every((card) => card.id)) return cards;
    return [..."cdsh"].flatMap((suit) => cards.filter((card) => card.id.endsWith(suit)));
  }

  sort() {
    if (this.sorter.hidden) return;
    this.bySuit = !this.bySuit;
    keepOrder(this.bySuit ? "suit" : "rank");
    const focus = this.holdFocus();
    this.drawHand();
    this.drawTools();
    this.layout();
    this.paint();
    this.giveFocus(focus);
    this.whisper(this.word(this.bySuit ? "sortedSuit" : "sortedRank"));
  }

  // ---------------------------------------------------------------- dragging

  // Cards can be carried to the mat and laid down there: those that are up, or one that is not. It is the same as pressing
  // the main button. A mouse carries at once; a finger does where that cannot mean scrolling: on a card that is up, to the
  // side, or after a short rest.
  grasp(event) {
    const node = event.target.closest?.(".sr-held, .sr-lain");
    this.letGo();
    const playing = this.buttons().some((button) => ["cards", "table", "zone"].includes(button.needs));
    if (!node || event.button || !event.isPrimary || this.busy || node.parentElement.dataset.open !== "yes" || !playing) return;
    const { id } = node.dataset, row = node.parentElement === this.row;
    const cards = !row && this.selected.has(id) ? [...this.selected] : [id];
    this.drag = { id, cards, row, pointer: event.pointerId, x: event.clientX, y: event.clientY, live: false,
      free: event.pointerType !== "touch" || (!row && this.selected.has(id)) };
    node.setPointerCapture(event.pointerId); // or a quick mouse is gone before we hear of it
    if (!this.drag.free) this.timers.hold = setTimeout(() => this.drag && this.takeUp(), HOLD);
  }

  pull(event) {
    const { drag } = this;
    if (!drag || drag.done || event.pointerId !== drag.pointer) return;
    const x = event.clientX - drag.x, y = event.clientY - drag.y;
    if (!drag.live) {
      if (Math.hypot(x, y) < SLIP) return;
      if (drag.free || Math.abs(x) > Math.abs(y)) this.takeUp();
      else this.letGo(); // the page scrolls
    }
    if (!drag.live) return;
    drag.moved ||= Math.hypot(x, y) >= SLIP;
    const lead = this.held(drag.id);
    drag.cards.forEach((id, place) => {
      const node = this.held(id);
      // The others gather beside the one in the fingers.
      const gather = (name) => (id === drag.id ? 0 : parseFloat(lead.style.getPropertyValue(name)) - parseFloat(node.style.getPropertyValue(name)));
      const aside = (place - drag.cards.indexOf(drag.id)) * 22;
      node.style.translate = `${x + gather("--sr-x") + aside}px ${y + gather("--sr-y")}px`;
    });
    this.showDrop(event);
  }

  // Where the cards would go now.
  showDrop(event) {
    const place = event && !this.drag?.row ? this.under(event) : null, over = Boolean(event) && this.over(event);
    set(this.mat, "data-drop", over && !this.drag?.row && !place ? "yes" : null);
    for (const node of [this.rowPlace, this.meldsPlace, ...this.melds.children]) set(node, "data-over", node === place?.node ? "yes" : null);
    set(this.hand, "data-over", event && this.drag?.row && this.overHand(event) ? "yes" : null);
  }

  // The place of the table under the fingers: a meld, the row, where melds are laid.
  under(event) {
    const { row = null, melds = null } = this.scene;
    const over = (node) => node.getClientRects().length && inside(event, bare(node));
    const meld = [...this.melds.children].find(over);
    if (meld) return { node: meld, zone: meld.dataset.id, accepts: melds.melds.find((one) => one.id === meld.dataset.id).accepts ?? [] };
    if (row && over(this.rowPlace)) return { node: this.rowPlace, zone: null, accepts: row.accepts ?? [] };
    if (melds && over(this.meldsPlace)) return { node: this.meldsPlace, zone: null, accepts: melds.accepts ?? [] };
    return null;
  }

  overHand(event) {
    return inside(event, bare(this.hand));
  }

  takeUp() {
    const { drag } = this;
    clearTimeout(this.timers.hold);
    drag.live = true;
    const place = new Map(this.sorted(this.scene.hand.cards).map((card, at) => [card.id, at]));
    drag.cards.sort((a, b) => place.get(a) - place.get(b));
    for (const id of drag.cards) set(this.held(id), "data-dragged", "yes");
  }

  held(id) {
    return this.hand.querySelector(`[data-id="${id}"]`) ?? this.row.querySelector(`[data-id="${id}"]`);
  }

  over(event) {
    const mat = bare(this.mat);
    return event.clientX > mat.left && event.clientX < mat.right && event.clientY > mat.top && event.clientY < bare(this.hand).top;
  }

  drop(event) {
    const { drag } = this;
    clearTimeout(this.timers.hold);
    if (!drag?.live) {
      this.drag = null;
      return;
    }
    if (!drag.moved && drag.row) this.mark(drag.id);
    else if (!drag.moved) this.tap(drag.id, event); // a slow finger is tapping too
    drag.done = true;
    setTimeout(() => this.drag === drag && !this.busy && this.layDown(), AFTER);
    if (drag.row) {
      if (drag.moved && this.overHand(event) && !this.taken.has(drag.id)) this.mark(drag.id);
      return;
    }
    if (!drag.moved || !this.over(event)) return;
    const place = this.under(event);
    this.selected = new Set(drag.cards);
    this.current.hand = drag.id;
    if (place) {
      this.taken.clear();
      this.zone = place.zone;
    }
    this.paint();
    // A place says which verb brings cards there; where none does now, they are only marked.
    const fits = (button) => place.accepts.includes(button.id) && button.needs === (place.zone ? "zone" : "cards");
    const button = place ? this.buttons().find(fits) : this.mainButton();
    if (button && (place || button.needs || this.places.hidden)) this.press(button.id, event);
  }

  letGo() {
    clearTimeout(this.timers.hold);
    this.layDown();
  }

  // Whatever was in the fingers lies in the hand again; from where it was, unless it was played or nothing may move.
  layDown() {
    const { drag } = this;
    this.showDrop(null);
    this.drag = null;
    if (!drag?.live) return;
    for (const id of drag.cards) {
      const node = this.held(id);
      if (!node) continue;
      const before = node.style.translate;
      node.style.translate = "";
      set(node, "data-dragged", null);
      if (!this.still(this.scene)) node.animate([{ translate: before }, { translate: "none" }], { duration: DEAL, easing: "ease-out" });
    }
  }

  // ---------------------------------------------------------------- choosing

  take({ cards, table = [], zone = null }) {
    const held = new Set((this.scene.hand?.cards ?? []).map((card) => card.id));
    this.selected = new Set(cards.filter((id) => held.has(id)));
    this.taken = new Set(table.filter((id) => this.rowCards().some((card) => card.id === id)));
    this.zone = zone;
    this.paint();
    if (this.taken.size) this.tellRow();
    this.main()?.focus();
  }

  choose(id) {
    const { ask } = this.scene;
    if (this.busy) return;
    this.current.ask = id;
    if (ask.kind === "order") {
      // Tap one to pick it up, tap another to put it there.
      if (this.picked && this.picked !== id) this.put(this.picked, this.order.indexOf(id));
      else this.picked = this.picked === id ? null : id;
    } else {
      const on = this.chosen.has(id);
      if (!ask.many) this.chosen.clear();
      if (on) this.chosen.delete(id);
      else this.chosen.add(id);
    }
    this.paint();
  }

  put(id, place) {
    this.order = this.order.filter((other) => other !== id);
    this.order.splice(Math.max(0, Math.min(place, this.order.length)), 0, id);
    this.picked = null;
    this.reorder(id);
  }

  // Carries the picked option (or the one that Tab stands on) one place on or back.
  shift(by) {
    const id = this.picked ?? this.current.ask;
    const to = this.order.indexOf(id) + by;
    if (this.busy || to < 0 || to >= this.order.length) return;
    this.order = this.order.filter((other) => other !== id);
    this.order.splice(to, 0, id);
    this.picked = id;
    this.reorder(id);
  }

  reorder(id) {
    const focused = this.focused();
    this.current.ask = id;
    this.drawAsk(this.scene);
    this.paint();
    if (focused && this.choices.contains(focused)) focused.focus(); // a moved node loses focus
    const option = this.scene.ask.options.find((other) => other.id === id);
    this.say(`${option.label}: ${this.order.indexOf(id) + 1}/${this.order.length}`);
  }

  // ---------------------------------------------------------------- sending

  main() {
    return this.bar.querySelector('[data-kind="primary"]') ?? this.bar.firstElementChild;
  }

  ready(button) {
    if (button.needs === "cards") return this.selected.size > 0;
    if (button.needs === "table") return this.taken.size > 0;
    if (button.needs === "zone") return this.selected.size > 0 && this.marks(button).zone !== null;
    if (button.needs === "answer") return this.value() !== null;
    return true;
  }

  value() {
    const { ask } = this.scene;
    if (ask.kind === "order") return [...this.order];
    if (ask.kind === "number" || ask.kind === "bill") {
      const inputs = [...this.fields.children].map((field) => [field.dataset.id, field.lastChild.value.trim()]);
      if (inputs.some(([, value]) => !value)) return null;
      return ask.kind === "number" ? inputs[0][1] : Object.fromEntries(inputs);
    }
    if (!ask.options?.length) return this.selected.size ? [...this.selected] : null; // a question about the hand itself
    return this.chosen.size ? ask.options.map((option) => option.id).filter((id) => this.chosen.has(id)) : null;
  }

  // Illegal is no reason to refuse a press: the answer to it is what teaches. Only an empty hand and a full mouth are.
  press(id, event) {
    const button = this.buttons().find((other) => other.id === id);
    if (!button || this.busy || (event?.timeStamp ?? Infinity) - this.sentAt < SETTLE) return;
    if (!this.ready(button)) {
      this.say(this.word(this.missing(button)));
      this.told = true;
      return;
    }
    this.sentAt = event?.timeStamp ?? performance.now();
    const { hand, table, zone } = this.marks(button);
    const more = { ...(table.length && { table }), ...(zone && { zone }) };
    this.post(id === "answer" ? { do: "answer", value: this.value() } : { do: id, cards: hand, ...more });
  }

  // What must be chosen before a button can be pressed.
  missing(button) {
    if (button.needs === "answer" && this.scene.ask.kind !== "cards") return "answerFirst";
    if (button.needs === "table") return "chooseTable";
    return button.needs === "zone" && this.selected.size ? "chooseMeld" : "chooseFirst";
  }

  post(message) {
    clearTimeout(this.timers.wait);
    this.own = message;
    this.busy = true;
    this.paint();
    // An answer mostly comes at once: to grey everything and take it back would cost more than the answer itself.
    this.timers.late = setTimeout(() => {
      this.late = true;
      this.paint();
    }, LATE);
    this.timers.lost = setTimeout(() => {
      this.busy = this.late = false;
      this.own = null;
      this.layDown();
      this.paint();
      this.say(this.word("retry"));
      this.wait();
      this.lost();
    }, ANSWER_WITHIN);
    this.send({ ...message, rev: this.scene.rev });
  }

  // Lets the others play: one "go" a scene, from a timer and never while mounting, where Streamlit loses messages.
  // A "go" without an answer was lost and is sent again; the server drops it if it was only late.
  wait() {
    clearTimeout(this.timers.wait);
    const { waiting, rev } = this.scene;
    if (!waiting) return;
    const pause = this.went === rev ? ANSWER_WITHIN : Math.max(0, waiting.ms);
    this.timers.wait = setTimeout(() => {
      if (this.busy || this.scene.rev !== rev) return;
      this.went = rev;
      this.send({ do: "go", rev });
      this.wait();
    }, pause);
  }

  // ---------------------------------------------------------------- keyboard

  // By physical key (event.code), so that a Thai layout plays the same. Streamlit listens to r, c and Escape on the
  // document; what is typed here stays here.
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key.length === 1 || event.key === "Escape") event.stopPropagation();
    if (this.keys.open || this.rules.open) return; // the dialog closes itself on Escape
    const target = event.composedPath()[0];
    const typing = target.tagName === "INPUT";
    const list = this.listOf(target);
    if (this.command(event, list, typing)) event.preventDefault();
  }

  command(event, list, typing) {
    const { code } = event;
    if (code === "Enter" || code === "NumpadEnter") {
      if (!list && !typing) return false; // a button or link presses itself
      if (list === "ask" && this.picked) {
        this.choose(this.picked);
        return true;
      }
      const main = this.main();
      if (main && !event.repeat) this.press(main.dataset.id, event);
      return true;
    }
    if (code === "Escape") {
      if (this.drag) this.letGo();
      this.picked = null;
      if (!typing) {
        this.unmark();
        if (this.told) this.tellRow();
        if (this.scene.ask?.kind !== "order") this.chosen.clear();
      }
      this.paint();
      return true;
    }
    if (typing) return false;
    if ((code === "Slash" && event.shiftKey) || event.key === "?") {
      this.showKeys();
      return true;
    }
    if (list && this.walk(event, list)) return true;
    if (event.shiftKey) return false;
    const button = this.buttons().find((other) => other.code === code);
    if (button) {
      if (!event.repeat) this.press(button.id, event);
      return true;
    }
    if (code === "KeyI" && this.scene.rules) {
      this.showRules();
      return true;
    }
    if (code === "KeyS" && !this.sorter.hidden) {
      this.sort();
      return true;
    }
    return this.jump(code, list === "row" || list === "melds" ? list : "hand");
  }

  // The lists that arrows walk, and which of them holds a node.
  lists() {
    return { hand: this.hand, row: this.row, melds: this.melds, ask: this.choices };
  }

  listOf(node) {
    return Object.entries(this.lists()).find(([, list]) => list.contains(node))?.[0] ?? null;
  }

  walk(event, list) {
    const { code, shiftKey } = event;
    const nodes = [...this.lists()[list].children];
    const at = nodes.findIndex((node) => node.dataset.id === this.current[list]);
    if (code === "Space") {
      if (list === "ask") this.choose(this.current.ask);
      else if (list === "row") this.mark(this.current.row);
      else if (list === "melds") this.aim(this.current.melds);
      else if (shiftKey) this.group(this.current.hand);
      else this.toggle(this.current.hand);
      return true;
    }
    const across = { hand: this.across, row: this.rowAcross }[list];
    const row = !across ? 1 : across < nodes.length ? across : 0;
    const by = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -row, ArrowDown: row, Home: -at, End: nodes.length - 1 - at }[code];
    if (by === undefined) return false;
    if (list === "ask" && this.picked) {
      this.shift(code === "Home" || code === "End" ? by : Math.sign(by));
      return true;
    }
    const next = nodes[Math.max(0, Math.min(nodes.length - 1, at + by))];
    next.focus();
    if (shiftKey && list === "hand" && next !== nodes[at] && this.scene.hand.select === "many" && !this.selected.has(next.dataset.id)) this.toggle(next.dataset.id);
    return true;
  }

  // However the focus came to a card (keys, finger, a screen reader), that card is where Tab enters from now on.
  enter(node) {
    const list = this.listOf(node.parentElement);
    if (!list || node.parentElement !== this.lists()[list] || this.current[list] === node.dataset.id) return;
    this.current[list] = node.dataset.id;
    this.paint();
  }

  // A rank's key goes to the next card of that rank: 2 to 9, 1 or 0 for the 10, J Q K A.
  jump(code, list) {
    const name = /^(?:Digit|Key)([0-9JQKA])$/.exec(code)?.[1];
    if (!name) return false;
    const rank = name === "0" || name === "1" ? "T" : name;
    const nodes = [...this.lists()[list].children];
    if (!["many", "one"].includes(this.scene.hand?.select)) return false;
    const at = nodes.findIndex((node) => node.dataset.id === this.current[list]);
    const of = (node) => (list === "melds" ? [...node.firstChild.children] : [node]).some((card) => card.dataset.id.slice(0, -1).replace("10", "T") === rank);
    const next = [...nodes.slice(at + 1), ...nodes.slice(0, at + 1)].find(of);
    next?.focus();
    return true;
  }

  // ---------------------------------------------------------------- focus is never lost

  focused() {
    const node = this.root.getRootNode().activeElement;
    return node && this.root.contains(node) ? node : null;
  }

  holdFocus() {
    const node = this.focused();
    if (!node) return null;
    const list = [...Object.values(this.lists()), this.bar].find((parent) => parent.contains(node));
    if (!list) return { node, neighbours: [] };
    const all = [...list.children], at = all.indexOf(node.closest("[data-id]"));
    return { node, list, neighbours: [...all.slice(at + 1), ...all.slice(0, at).reverse()] };
  }

  giveFocus(held) {
    if (!held) return;
    if (focusable(held.node)) {
      if (this.focused() !== held.node) held.node.focus(); // it was moved
      return;
    }
    const entry = (list) => [...list.children].find((node) => node.tabIndex === 0);
    const bar = held.list === this.bar ? this.main() : null;
    const next = [...held.neighbours, bar, entry(this.hand), entry(this.choices), this.main(), this.root].find(focusable);
    next?.focus();
  }
}

// Relative luminance, near enough to tell a dark page from a light one; any CSS colour, through the browser's own parser.
function lightness(colour) {
  const probe = document.createElement("canvas").getContext("2d");
  probe.fillStyle = colour;
  const hex = probe.fillStyle;
  if (!hex.startsWith("#")) return 1;
  const [red, green, blue] = [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16) / 255);
  return 0.21 * red + 0.72 * green + 0.07 * blue;
}

// ---------------------------------------------------------------- hosts

// A browser may keep nothing, or nothing for us.
function keptOrder() {
  try {
    return localStorage.getItem(SORTED);
  } catch {
    return null;
  }
}

function keepOrder(way) {
  try {
    localStorage.setItem(SORTED, way);
  } catch {
    // It is sorted so until the page is left.
  }
}

const tables = new WeakMap();

export default function cardTable(host) {
  if (!host?.parentElement) return { render };
  const { data, parentElement, setTriggerValue } = host;
  let table = tables.get(parentElement);
  if (!table) {
    table = new Table(parentElement, true);
    tables.set(parentElement, table);
  }
  table.send = (message) => setTriggerValue("action", message); // each call brings its own
  table.lost = host.lost ?? table.lost;
  table.update(data);
  return () => {
    table.destroy();
    tables.delete(parentElement);
  };
}

function render({ model, el }) {
  const table = new Table(el, false);
  let nonce = 0;
  // Two equal moves in a row must both be seen, so each carries its number.
  table.send = (message) => {
    model.set("action", { ...message, nonce: `${Date.now()}.${nonce++}` });
    model.save_changes();
  };
  const draw = () => table.update(model.get("data"));
  model.on("change:data", draw);
  draw();
  return () => {
    model.off("change:data", draw);
    table.destroy();
  };
}
