// What the pages have in common on which cards are put in by hand. It is sent behind card_table.js, as one module with it
// and with the page's own, and draws with the table's cards, icons and tools.
//
// Cards are put down in the browser at once. Every edit has a number and goes to Python with all those before it that
// were not answered yet, so that none is lost and none is made twice, however quick the taps are.

const RESEND = 2500; // milliseconds after which what was not answered is sent again
const ASKED = 600; // an answer that takes longer is shown to be on its way

class Sheet {
  constructor(host) {
    this.scene = null;
    this.send = () => {};
    this.edits = []; // not yet answered
    this.number = 0;
    this.lies = new Map(); // by card, where it lies with those edits made
    this.place = null; // where tapped cards go
    this.cell = null; // where Tab enters the picker
    this.timers = {};
    this.build(host);
  }

  join(host) {
    // Streamlit listens to r, c and Escape on the document; what is typed here stays here.
    this.root.addEventListener("keydown", (event) => {
      if (!event.ctrlKey && !event.metaKey && !event.altKey && (event.key.length === 1 || event.key === "Escape")) event.stopPropagation();
    });
    host.append(this.root);
    this.night = matchMedia("(prefers-color-scheme: dark)");
    this.dusk = () => this.theme();
    this.night.addEventListener("change", this.dusk);
  }

  leave() {
    for (const timer of Object.values(this.timers)) clearTimeout(timer);
    this.night.removeEventListener("change", this.dusk);
    this.root.remove();
  }

  word(name, values = {}) {
    return Object.entries(values).reduce((text, [key, value]) => text.replace(`{${key}}`, value), this.scene.labels[name] ?? "");
  }

  // Text with its cards as chips, as the table writes it.
  write(node, text) {
    Table.prototype.write.call(this, node, text);
  }

  spoken(rank, sign) {
    return Table.prototype.spoken.call(this, rank, sign);
  }

  theme() {
    Table.prototype.theme.call(this);
  }

  drawCard(node, card) {
    Table.prototype.drawCard.call(this, node, card);
  }

  // ---------------------------------------------------------------- edits

  // An edit takes its number, and waits to be answered; ``shown`` is what it changes on the screen at once.
  add(edit, shown) {
    this.number += 1;
    this.edits.push({ ...edit, n: this.number });
    if (shown) shown();
    this.post();
  }

  post() {
    this.send({ do: "edit", edits: this.edits.slice(-60) });
    clearTimeout(this.timers.again);
    this.timers.again = setTimeout(() => {
      if (this.edits.length) this.post();
    }, RESEND);
    this.timers.late ??= setTimeout(() => set(this.verdict, "data-late", "yes"), ASKED);
  }

  heard() {
    this.edits = this.edits.filter((edit) => edit.n > this.scene.heard);
    this.number = Math.max(this.number, this.scene.heard);
    if (this.edits.length) return;
    clearTimeout(this.timers.again);
    clearTimeout(this.timers.late);
    this.timers.late = null;
    set(this.verdict, "data-late", null);
  }

  // ---------------------------------------------------------------- a bill

  drawBill(node, bill) {
    Table.prototype.drawBill.call(this, node, bill);
  }

  // ---------------------------------------------------------------- the pack

  pack() {
    return this.scene.picker;
  }

  drawPack() {
    const pack = this.pack();
    if (!pack.some((card) => card.id === this.cell)) this.cell = pack[0].id;
    keep(this.picker, pack, (card) => card.id, (card) => {
      const button = make("button", "rf-cell", { type: "button" });
      const suit = card.id.slice(-1);
      button.dataset.suit = suit;
      button.innerHTML = `<b>${card.id.slice(0, -1).replace("T", "10")}</b><svg viewBox="0 0 100 100" aria-hidden="true" focusable="false"><path d="${SUIT[suit]}"/></svg>`;
      button.addEventListener("click", () => {
        this.cell = card.id;
        this.tap(card.id);
      });
      button.addEventListener("focus", () => {
        this.cell = card.id;
        this.paintPicker();
      });
      return button;
    }, (button, card) => {
      const { style } = button;
      style.setProperty("--row", card.row + 1);
      style.setProperty("--column", card.column + 1);
      style.setProperty("--narrow-row", card.row + 1 + (card.column < 7 ? 0 : 5));
      style.setProperty("--narrow-column", (card.column % 7) + 1);
    });
  }

  walk(event) {
    const step = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0], Home: [0, -13], End: [0, 13] }[event.code];
    if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const pack = this.pack();
    const here = pack.find((card) => card.id === this.cell);
    const within = (value, most) => Math.max(0, Math.min(most, value));
    const row = within(here.row + step[0], 3), column = within(here.column + step[1], 12);
    const next = pack.find((card) => card.row === row && card.column === column);
    [...this.picker.children].find((button) => button.dataset.id === next.id)?.focus();
  }
}

const sheets = new WeakMap();

function sheet(Kind, { data, parentElement, setTriggerValue }) {
  let here = sheets.get(parentElement);
  if (!here) {
    here = new Kind(parentElement);
    sheets.set(parentElement, here);
  }
  here.send = (message) => setTriggerValue("action", message);
  here.update(data);
  return () => {
    here.destroy();
    sheets.delete(parentElement);
  };
}
