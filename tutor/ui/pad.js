// The score pad. It is sent behind card_table.js and sheet.js, as one module with them.

class Pad extends Sheet {
  build(host) {
    this.root = make("div", "sr-table rf pd", { tabindex: "-1" });
    this.about = make("p", "pd-about");
    this.columns = make("ul", "pd-columns", { role: "list" });
    this.next = make("p", "pd-next");
    this.over = make("p", "pd-over");
    this.heading = make("h2", "pd-title", { tabindex: "-1" });
    this.ways = make("div", "rf-chips pd-ways", { role: "group" });
    this.points = make("div", "pd-points");
    this.first = make("div", "pd-controls");
    this.rowsTitle = make("h3");
    this.rows = make("div", "pd-rows");
    this.to = make("p", "rf-to");
    this.picker = make("div", "rf-picker", { role: "group" });
    this.picker.addEventListener("keydown", (event) => this.key(event));
    this.keys = make("p", "pd-keys rf-to");
    this.input = make("input", "rf-input", { type: "text", autocomplete: "off", autocapitalize: "none", spellcheck: "false", maxlength: "300" });
    this.inputLabel = make("span");
    this.inputHelp = make("small");
    this.typing = make("label", "rf-typing", {}, this.inputLabel, this.input, this.inputHelp);
    this.input.addEventListener("change", () => this.edit("write", this.place, this.input.value));
    this.input.addEventListener("keydown", (event) => event.key === "Enter" && this.input.dispatchEvent(new Event("change")));
    this.cards = make("div", "pd-cards", {}, this.rowsTitle, this.rows, this.to, this.picker, this.keys, this.typing);
    this.rest = make("div", "pd-controls");
    this.countsTitle = make("summary");
    this.counts = make("div", "pd-counts");
    this.fold = make("details", "rf-whole pd-fold", {}, this.countsTitle, this.counts);
    this.bill = make("div", "sr-bill");
    this.billTitle = make("summary");
    this.billNote = make("div", "pd-events");
    this.billFold = make("details", "rf-whole pd-fold", {}, this.billTitle, this.bill, this.billNote);
    this.troubles = make("ul", "pd-troubles");
    this.verdict = make("p", "pd-state", { role: "status", "aria-live": "polite" });
    this.done = make("button", "sr-button pd-done", { type: "button" });
    this.done.addEventListener("click", () => this.enter());
    this.cancel = make("button", "sr-button", { type: "button" });
    this.cancel.addEventListener("click", () => this.edit("cancel", ""));
    this.bar = make("div", "pd-bar", {}, this.verdict, make("div", "rf-actions", {}, this.done, this.cancel));
    this.editor = make("section", "pd-editor", {}, this.heading, this.ways, this.points, this.first, this.cards, this.rest, this.fold, this.billFold, this.troubles, this.bar);
    this.dealsTitle = make("h2");
    this.none = make("p", "rf-to");
    this.goneText = make("span");
    this.restore = make("button", "sr-button", { type: "button" });
    this.restore.addEventListener("click", () => this.edit("restore", ""));
    this.gone = make("p", "pd-gone", { role: "status", "aria-live": "polite" }, this.goneText, " ", this.restore);
    this.deals = make("div", "pd-deals");
    this.renew = make("button", "sr-button", { type: "button" });
    this.yes = make("button", "sr-button", { type: "button" });
    this.no = make("button", "sr-button", { type: "button" });
    this.asks = make("p", "pd-ask-text");
    this.ask = make("div", "pd-ask", { role: "group" }, this.asks, make("div", "rf-actions", {}, this.no, this.yes));
    this.ask.hidden = true;
    this.renew.addEventListener("click", () => this.asking(true));
    this.no.addEventListener("click", () => this.asking(false));
    this.yes.addEventListener("click", () => this.edit("new", ""));
    this.ear = make("p", "sr-hidden", { role: "status", "aria-live": "polite" });
    this.root.append(this.about, this.columns, this.next, this.over, this.editor, this.dealsTitle, this.none, this.gone, this.deals, make("div", "pd-new", {}, this.renew, this.ask), this.ear);
    this.join(host);
    this.shown = ""; // the deal that was shown last
    this.heardTotal = "";
  }

  destroy() {
    this.leave();
  }

  asking(on) {
    this.ask.hidden = !on;
    this.renew.hidden = on;
    (on ? this.no : this.renew).focus();
  }

  // ---------------------------------------------------------------- edits

  edit(kind, at, value) {
    if (at === null) return;
    this.add({ do: kind, at: String(at), value: value ?? null }, kind === "put" && (() => {
      this.lay();
      this.paint();
    }));
  }

  enter() {
    const { editor } = this.scene;
    if (["open", "wrong"].includes(editor.tone) && !this.edits.length) {
      this.troubles.scrollIntoView({ block: "center" });
      this.troubles.focus();
      return;
    }
    this.edit("enter", editor.number);
  }

  pack() {
    return this.scene.editor?.picker ?? [];
  }

  brushes() {
    return (this.scene.editor?.rows ?? []).flatMap((row) => row.brushes);
  }

  brush(place) {
    return this.brushes().find((brush) => brush.place === place);
  }

  // Where each card lies, and what it is marked as, with the edits made that were not answered yet.
  lay() {
    this.lies = new Map(this.pack().map((card) => [card.id, card.at]));
    this.marks = new Map(this.pack().map((card) => [card.id, new Set(card.marked)]));
    for (const edit of this.edits) {
      if (edit.do !== "put") continue;
      const brush = this.brush(edit.at);
      if (brush?.mark) {
        const on = this.marks.get(edit.value).has(edit.at);
        for (const marked of this.marks.values()) marked.delete(edit.at);
        if (!on) this.marks.get(edit.value).add(edit.at);
        continue;
      }
      if (brush?.single) for (const [id, at] of this.lies) if (at === edit.at) this.lies.set(id, null);
      this.lies.set(edit.value, edit.at || null);
    }
  }

  here(id, place = this.place) {
    return this.brush(place)?.mark ? this.marks.get(id)?.has(place) : this.lies.get(id) === place;
  }

  tap(id) {
    const brush = this.brush(this.place);
    this.edit("put", brush.mark || !this.here(id) ? this.place : "", id);
  }

  choose(place) {
    this.place = place;
    this.paint();
    this.input.value = this.brush(place)?.value ?? "";
  }

  key(event) {
    const digit = /^(?:Digit|Numpad)([1-9])$/.exec(event.code);
    if (!digit || event.ctrlKey || event.metaKey || event.altKey) return this.walk(event);
    const row = this.scene.editor.rows[Number(digit[1]) - 1];
    if (!row) return;
    event.preventDefault();
    const at = row.brushes.findIndex((brush) => brush.place === this.place);
    // Who has not ended the deal has cards left: these come first.
    const ended = this.scene.editor.controls[0].options.some((option) => option.on && option.id === String(Number(digit[1]) - 1));
    const next = at < 0 ? (ended ? 0 : row.brushes.length - 1) : (at + 1) % row.brushes.length;
    this.choose(row.brushes[next].place);
    fill(this.ear, this.to.textContent);
  }

  // ---------------------------------------------------------------- a new scene

  update(scene) {
    if (!scene) return;
    const before = this.scene;
    this.scene = scene;
    this.heard();
    this.lay();
    set(this.root, "lang", scene.lang);
    set(this.root, "data-four", scene.four === false ? "no" : "yes");
    this.root.style.setProperty("--columns", scene.columns.length);
    this.theme();
    fill(this.about, scene.about);
    this.drawColumns();
    fill(this.next, scene.next);
    fill(this.over, scene.over);
    this.over.hidden = !scene.over;
    this.next.hidden = !scene.next;
    this.editor.hidden = !scene.editor;
    if (scene.editor) this.drawEditor(before?.editor ?? null);
    this.drawDeals();
    fill(this.renew, this.word("new"));
    fill(this.asks, this.word("new.ask"));
    fill(this.yes, this.word("new.yes"));
    fill(this.no, this.word("new.no"));
    this.tell(before);
  }

  // Another deal is shown: that is said, and one begins at its top.
  tell(before) {
    const { editor } = this.scene;
    const shown = editor ? `${editor.title} ${this.scene.deals.length}` : "over";
    if (before && this.shown !== shown && before.lang === this.scene.lang) {
      const last = this.scene.deals.at(-1);
      fill(this.ear, this.scene.over || (this.scene.deals.length > before.deals.length ? this.spokenDeal(last) : editor.title));
      if (editor) {
        this.heading.focus({ preventScroll: true });
        this.columns.scrollIntoView({ block: "nearest" });
      } else this.root.focus({ preventScroll: true });
    }
    this.shown = shown;
  }

  spokenDeal(deal) {
    return `${deal.label}: ${this.scene.columns.map((column, seat) => `${column.name} ${deal.totals[seat]}`).join(", ")}`;
  }

  drawColumns() {
    set(this.columns, "aria-label", this.word("players"));
    keep(this.columns, this.scene.columns, (column) => column.seat, () => make("li", "", {}, make("span", "pd-name"), make("b"), make("small")), (node, column) => {
      const [name, score, facts] = node.children;
      fill(name, column.name);
      fill(score, column.score);
      fill(facts, column.facts.join(" · "));
    });
  }

  drawEditor(before) {
    const { editor } = this.scene;
    fill(this.heading, editor.title);
    set(this.ways, "aria-label", this.word("way"));
    keep(this.ways, [["cards", false], ["quick", true]], ([name]) => name, ([name, quick]) => {
      const button = make("button", "rf-chip", { type: "button" });
      button.addEventListener("click", () => this.scene.editor.quick !== quick && this.edit("quick", "", quick));
      return button;
    }, (button, [name, quick]) => {
      fill(button, this.word(name));
      set(button, "aria-pressed", String(editor.quick === quick));
    });
    const plain = editor.controls.filter((control) => control.kind !== "counts");
    const [first, rest] = editor.quick ? [[], plain] : [plain.slice(0, 1), plain.slice(1)];
    this.drawControls(this.points, editor.points);
    this.drawControls(this.first, first);
    this.drawControls(this.rest, rest);
    this.drawCounts(editor.controls.filter((control) => control.kind === "counts"));
    this.cards.hidden = editor.quick;
    if (!editor.quick) {
      const places = this.brushes().map((brush) => brush.place);
      if (!places.includes(this.place) || before?.number !== editor.number) [this.place] = places;
      fill(this.rowsTitle, this.word("brushes"));
      this.drawRows();
      set(this.picker, "aria-label", this.word("picker"));
      this.drawPack();
      fill(this.keys, this.word("keys"));
      this.inputLabel.textContent = this.word("type");
      this.inputHelp.textContent = this.word("typed");
      if (this.root.getRootNode().activeElement !== this.input) this.input.value = this.brush(this.place).value;
      this.paint();
      this.hearTotal();
    }
    this.drawVerdict();
    fill(this.billTitle, editor.bill.title);
    this.drawDealBill(this.bill, this.billNote, editor.bill);
    this.billFold.hidden = !editor.bill.bill;
  }

  // What the marks have come to is said once it is known.
  hearTotal() {
    const row = this.scene.editor.rows.find((each) => each.brushes.some((brush) => brush.place === this.place));
    const brush = this.brush(this.place);
    const said = [brush.label, brush.count, row.total].filter(Boolean).join(": ");
    if (this.heardTotal && said !== this.heardTotal && !this.edits.length) fill(this.ear, said);
    this.heardTotal = said;
  }

  drawControls(parent, controls) {
    parent.hidden = !controls.length;
    keep(parent, controls, (control) => control.id, (control) => {
      if (control.kind === "number") {
        const input = make("input", "", { type: "text", autocomplete: "off", maxlength: "12" });
        input.addEventListener("change", () => this.edit("choose", control.id, input.value));
        return make("div", "rf-control", {}, make("label", "", {}, make("span"), input), make("p", "rf-fault"));
      }
      return make("fieldset", "rf-seats", {}, make("legend"), make("p", "rf-to"), make("div", "rf-chips"), make("p", "rf-fault"));
    }, (node, control) => {
      const fault = node.lastChild;
      this.write(fault, control.fault);
      fault.hidden = !control.fault;
      if (control.kind === "number") {
        const [words, input] = node.firstChild.children;
        fill(words, control.label);
        if (this.root.getRootNode().activeElement !== input) input.value = control.value.replace("-", "−");
        return;
      }
      const [legend, about, chips] = node.children;
      fill(legend, control.label);
      this.write(about, control.about);
      about.hidden = !control.about;
      keep(chips, control.options, (option) => option.id, (option) => {
        const button = make("button", "rf-chip", { type: "button" });
        button.addEventListener("click", () => this.press(control.id, option.id));
        return button;
      }, (button, option) => {
        fill(button, option.label);
        set(button, "aria-pressed", String(option.on));
      });
    });
  }

  press(id, option) {
    const { controls, rows } = this.scene.editor;
    const control = controls.find((each) => each.id === id);
    if (control.kind === "some") {
      const on = control.options.filter((each) => each.on !== (each.id === option)).map((each) => Number(each.id));
      return this.edit("choose", id, on);
    }
    const seat = option === "nobody" ? null : Number(option);
    if (control === controls[0] && seat !== null && rows[seat]) this.choose(rows[seat].brushes[0].place); // whose cards come next
    this.edit("choose", id, seat);
  }

  drawCounts(controls) {
    this.fold.hidden = !controls.length;
    const count = controls.flatMap((control) => control.counters).reduce((sum, counter) => sum + counter.count, 0);
    fill(this.countsTitle, this.word("counts") + (count ? ` (${count})` : ""));
    keep(this.counts, controls, (control) => control.id, () => make("fieldset", "rf-seats", {}, make("legend"), make("div", "pd-counters")), (node, control) => {
      fill(node.firstChild, control.label);
      keep(node.lastChild, control.counters, (counter) => counter.place, (counter) => {
        const button = (step) => {
          const made = make("button", "rf-chip", { type: "button" }, step < 0 ? "−" : "+");
          made.addEventListener("click", () => {
            const now = this.scene.editor.controls.find((each) => each.id === control.id).counters.find((each) => each.place === counter.place);
            const waiting = this.edits.filter((edit) => edit.do === "count" && edit.at === counter.place && edit.value[0] === counter.rule).at(-1);
            const next = (waiting ? waiting.value[1] : now.count) + step;
            if (next >= 0 && next <= now.most) this.edit("count", counter.place, [counter.rule, next]);
          });
          return made;
        };
        return make("div", "pd-counter", {}, make("span"), button(-1), make("output"), button(1));
      }, (line, counter) => {
        const [name, less, output, more] = line.children;
        fill(name, counter.name);
        fill(output, String(counter.count));
        set(output, "aria-label", `${counter.name}: ${counter.count}`);
        set(less, "aria-label", counter.less);
        set(more, "aria-label", counter.more);
        set(less, "aria-disabled", counter.count ? null : "true");
      });
    });
  }

  drawRows() {
    keep(this.rows, this.scene.editor.rows, (row, at) => at, () => make("div", "pd-row", { role: "group" }, make("span", "pd-who"), make("div", "pd-brushes"), make("b", "pd-total")), (node, row, at) => {
      const [name, brushes, total] = node.children;
      fill(name, row.name ? `${at + 1} ${row.name}` : "");
      name.hidden = !row.name;
      fill(total, row.total);
      total.hidden = !row.name;
      set(node, "aria-label", row.name || null);
      keep(brushes, row.brushes, (brush) => brush.place, (brush) => {
        const button = make("button", "rf-chip pd-brush", { type: "button" }, make("span"), make("small"));
        button.addEventListener("click", () => this.choose(brush.place));
        return button;
      }, (button, brush) => {
        fill(button.firstChild, brush.short);
        set(button, "data-wrong", brush.fault ? "yes" : null);
      });
    });
  }

  paint() {
    const { editor } = this.scene;
    if (!editor || editor.quick) return;
    for (const button of this.rows.querySelectorAll(".pd-brush")) {
      const brush = this.brush(button.dataset.id);
      const mine = this.pack().filter((card) => this.here(card.id, brush.place));
      const shown = brush.single ? mine.map((card) => card.label).join() : String(mine.length);
      set(button, "aria-pressed", String(brush.place === this.place));
      set(button, "aria-label", `${brush.label}, ${shown || "–"}`);
      if (brush.single) this.write(button.lastChild, mine.map((card) => sign(card.id)).join(""));
      else fill(button.lastChild, `${brush.badge.slice(-1)} ${shown}`);
    }
    fill(this.to, this.word("to", { place: this.brush(this.place)?.label ?? "" }));
    this.paintPicker();
  }

  paintPicker() {
    const brushes = new Map(this.brushes().map((brush) => [brush.place, brush]));
    const cards = new Map(this.pack().map((card) => [card.id, card]));
    for (const button of this.picker.children) {
      const id = button.dataset.id, at = this.lies.get(id);
      const held = [at, ...(this.marks.get(id) ?? [])].filter(Boolean).map((place) => brushes.get(place)).filter(Boolean);
      let badge = button.querySelector("i");
      if (!badge) {
        badge = make("i", "pd-badge", { "aria-hidden": "true" });
        button.append(badge);
      }
      fill(badge, held.map((brush) => brush.badge).join(" "));
      set(badge, "data-both", held.length > 1 ? "yes" : null);
      const here = this.here(id);
      set(button, "aria-pressed", String(Boolean(here)));
      set(button, "data-away", held.length && !here ? "yes" : null);
      set(button, "aria-label", [cards.get(id).label, ...held.map((brush) => brush.label)].join(", "));
      set(button, "tabindex", id === this.cell ? "0" : "-1");
    }
  }

  drawVerdict() {
    const { editor } = this.scene;
    for (const node of [this.troubles, this.bar]) set(node, "data-tone", editor.tone);
    const sums = editor.quick ? "" : editor.rows.filter((row) => row.name).map((row) => `${row.name} ${row.total}`).join(" · ");
    const mark = { ready: "right", doubt: "soft", open: "soft", wrong: "wrong" }[editor.tone];
    const told = [editor.state, (editor.troubles[0] ?? editor.doubts[0])?.text].filter(Boolean).join(": ");
    const drawn = JSON.stringify([editor.tone, told, sums]);
    if (this.verdict.dataset.drawn !== drawn) {
      this.verdict.dataset.drawn = drawn;
      const words = make("b"), totals = make("span", "pd-sums");
      this.write(words, told);
      totals.textContent = sums;
      this.verdict.innerHTML = icon(mark);
      this.verdict.append(make("span", "", {}, words, " ", totals));
    }
    fill(this.done, editor.done);
    set(this.done, "data-kind", "primary");
    fill(this.cancel, editor.cancel);
    this.cancel.hidden = !editor.cancel;
    const troubles = [...editor.troubles, ...editor.doubts];
    const drawnTroubles = JSON.stringify([this.scene.lang, troubles]);
    if (this.troubles.dataset.drawn === drawnTroubles) return;
    this.troubles.dataset.drawn = drawnTroubles;
    set(this.troubles, "tabindex", "-1");
    set(this.troubles, "aria-label", editor.state);
    this.troubles.hidden = !troubles.length;
    this.troubles.replaceChildren(...troubles.map((trouble) => {
      const text = make("span");
      this.write(text, trouble.text);
      return make("li", "", {}, text, ...trouble.links.map((link) => make("a", "sr-link", { href: link.href }, link.label)));
    }));
  }

  drawDealBill(node, events, told) {
    this.drawBill(node, told.bill);
    events.replaceChildren(...[told.note, ...told.events].filter(Boolean).map((text) => {
      const line = make("p");
      this.write(line, text);
      return line;
    }));
  }

  drawDeals() {
    const { deals, gone } = this.scene;
    fill(this.dealsTitle, this.word("deals-title"));
    fill(this.none, this.word("deals-none"));
    this.none.hidden = deals.length > 0;
    fill(this.goneText, gone);
    fill(this.restore, this.word("restore"));
    this.restore.hidden = !gone;
    keep(this.deals, deals, (deal) => deal.number, (deal) => {
      const correct = make("button", "sr-button", { type: "button" }), remove = make("button", "sr-button", { type: "button" });
      correct.addEventListener("click", () => this.edit("correct", deal.number));
      remove.addEventListener("click", () => this.edit("delete", deal.number, this.scene.deals.length));
      const summary = make("summary", "", {}, make("span", "pd-number"), make("span", "pd-sums"));
      return make("details", "pd-deal", {}, summary, make("p", "rf-fault"), make("div", "sr-bill"), make("div", "pd-events"), make("div", "rf-actions", {}, correct, remove));
    }, (node, deal) => {
      const [summary, fault, bill, events, actions] = node.children;
      fill(summary.firstChild, deal.label + (deal.note ? ` · ${deal.note}` : ""));
      keep(summary.lastChild, deal.totals, (_, seat) => seat, () => make("span", "", {}, make("span", "sr-hidden"), make("b")), (cell, total, seat) => {
        fill(cell.firstChild, `${this.scene.columns[seat].name} `);
        fill(cell.lastChild, total);
      });
      this.write(fault, deal.fault);
      fault.hidden = !deal.fault;
      this.drawDealBill(bill, events, deal.bill);
      fill(actions.firstChild, deal.correct);
      fill(actions.lastChild, deal.delete);
    });
  }
}

// A card as texts write it.
const sign = (id) => id.slice(0, -1).replace("T", "10") + Object.keys(SIGN).find((each) => SIGN[each] === id.slice(-1));

export const pad = (host) => sheet(Pad, host);
