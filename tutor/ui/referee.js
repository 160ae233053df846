// The referee's page. It is sent behind card_table.js and sheet.js, as one module with them.

class Question extends Sheet {
  build(host) {
    this.root = make("div", "sr-table rf", { tabindex: "-1" });
    this.table = make("div", "rf-table");
    this.places = make("div", "rf-places", { role: "group" });
    this.verbs = make("div", "rf-verbs", { role: "group" });
    this.goals = make("div", "rf-verbs", { role: "group" });
    this.to = make("p", "rf-to");
    this.picker = make("div", "rf-picker", { role: "group" });
    this.picker.addEventListener("keydown", (event) => this.walk(event));
    this.input = make("input", "rf-input", { type: "text", autocomplete: "off", autocapitalize: "none", spellcheck: "false", maxlength: "300" });
    this.inputLabel = make("span");
    this.inputHelp = make("small");
    this.typing = make("label", "rf-typing", {}, this.inputLabel, this.input, this.inputHelp);
    this.input.addEventListener("change", () => this.edit("write", this.place, this.input.value));
    this.input.addEventListener("keydown", (event) => event.key === "Enter" && this.input.dispatchEvent(new Event("change")));
    this.wholeTitle = make("summary");
    this.groups = make("div", "rf-groups");
    this.whole = make("details", "rf-whole", {}, this.wholeTitle, this.groups);
    this.verdict = make("p", "rf-verdict", { role: "status", "aria-live": "polite" });
    this.answerTitle = make("h2", "sr-answer-title");
    this.answerText = make("p", "sr-answer-text");
    this.bill = make("div", "sr-bill");
    this.answerMore = make("p", "sr-answer-more");
    this.moves = make("div", "rf-moves");
    this.answer = make("section", "sr-answer rf-answer", {}, this.answerTitle, this.answerText, this.bill, this.answerMore);
    this.actions = make("div", "rf-actions", { role: "group" });
    this.verdict.addEventListener("click", () => this.answer.scrollIntoView({ block: "center" }));
    this.root.append(this.table, this.places, this.to, this.picker, this.verbs, this.goals, this.typing, this.answer, this.moves, this.actions, this.whole, this.verdict);
    this.join(host);
    // The verdict stands at the bottom of the screen as long as the answer itself is out of sight.
    this.watcher = new IntersectionObserver(([seen]) => set(this.verdict, "data-seen", seen.isIntersecting ? "yes" : null), { threshold: 0.6 });
    this.watcher.observe(this.answer);
  }

  destroy() {
    this.watcher.disconnect();
    this.leave();
  }

  // ---------------------------------------------------------------- edits

  edit(kind, at, value) {
    if (at === null) return;
    this.add({ do: kind, at, value: value ?? null }, kind === "put" && (() => {
      this.lay();
      this.paint();
    }));
  }

  lay() {
    this.lies = new Map(this.scene.picker.map((card) => [card.id, card.at]));
    const stays = new Set(this.scene.picker.filter((card) => card.marks).map((card) => card.id));
    for (const edit of this.edits) {
      if (edit.do !== "put" || this.placeOf(edit.at)?.mentions || (edit.at === "try" && stays.has(edit.value))) continue;
      this.lies.set(edit.value, edit.at || null);
    }
  }

  // A card that lies elsewhere comes to the chosen place; one that lies there is taken up. Out of what is to be laid it
  // goes back into the hand, if that one was put in.
  tap(id) {
    const marked = this.place === "try" && this.scene.picker.some((card) => card.id === id && card.marks);
    if (marked || this.placeOf(this.place).mentions) return this.edit("put", this.place, id); // it comes or goes
    const there = this.lies.get(id) === this.place;
    this.edit("put", there ? (this.place === "try" && this.knowsHand() ? "hand" : "") : this.place, id);
  }

  knowsHand() {
    return !this.controlOf("more").value || [...this.lies.values()].includes("hand");
  }

  // ---------------------------------------------------------------- a new scene

  update(scene) {
    if (!scene) return;
    const first = !this.scene;
    this.scene = scene;
    this.heard();
    this.lay();
    set(this.root, "lang", scene.lang);
    set(this.root, "data-four", scene.four === false ? "no" : "yes");
    this.theme();
    const ids = this.everyPlace().map((place) => place.id);
    if (!ids.includes(this.place)) this.place = first && scene.picker.some((card) => card.at) ? "try" : scene.places[0].id;
    this.drawTable();
    this.drawPlaces();
    this.drawVerbs();
    this.drawPicker();
    this.drawWhole();
    this.drawAnswer();
    this.drawMoves();
    this.drawActions();
    this.paint();
    if (!this.edits.length) this.name();
  }

  // The address names what lies here, so that it can be shared, and found again after a reload.
  name() {
    const wanted = new URL(this.scene.link, location.href);
    const asked = new URL(location.href).searchParams.get("lang");
    if (asked) wanted.searchParams.set("lang", asked);
    if (wanted.href !== location.href && wanted.pathname === location.pathname) history.replaceState(history.state, "", wanted);
    this.address = wanted.href;
  }

  placeOf(id) {
    return this.everyPlace().find((place) => place.id === id);
  }

  everyPlace() {
    const inGroups = this.scene.whole.flatMap((group) => [...group.controls, ...group.rows.flatMap((row) => row.controls)]);
    return [...this.scene.places, ...inGroups.filter((control) => control.kind === "cards")];
  }

  // ---------------------------------------------------------------- places and picker

  drawTable() {
    keep(this.table, this.scene.table, (control) => control.id, (control) => this.buildControl(control), (node, control) => this.drawControl(node, control));
  }

  buildPlace() {
    const head = make("button", "rf-head", { type: "button" });
    const cards = make("div", "rf-cards");
    const fault = make("p", "rf-fault");
    const node = make("div", "rf-place", {}, head, cards, fault);
    const choose = () => this.choose(node.dataset.id);
    head.addEventListener("click", choose);
    cards.addEventListener("click", (event) => event.target === cards && choose());
    return node;
  }

  choose(id, far = false) {
    this.place = id;
    this.input.value = this.typed();
    this.paint();
    if (far) this.to.scrollIntoView({ block: "start" });
  }

  drawPlaces() {
    keep(this.places, this.scene.places, (place) => place.id, () => this.buildPlace(), (node, place) => this.drawPlace(node, place));
  }

  drawPlace(node, place) {
    const [, , fault] = node.children;
    this.write(fault, place.fault);
    fault.hidden = !place.fault;
  }

  // The cards of a place as the browser knows them, the lowest first, or as they were put where that matters.
  cardsAt(id) {
    const place = this.placeOf(id);
    const known = place?.cards.map((card) => card.id) ?? [];
    const here = this.scene.picker
      .filter((card) => (place?.mentions ? known.includes(card.id) : this.lies.get(card.id) === id || place?.also.includes(card.id)))
      .sort((one, two) => one.column - two.column || two.row - one.row);
    const at = (card) => (known.includes(card.id) ? known.indexOf(card.id) : known.length);
    return place?.ordered ? here.sort((one, two) => at(one) - at(two)) : here;
  }

  paintPlace(node, place) {
    const [head, cards] = node.children;
    const on = place.id === this.place;
    set(node, "data-on", on ? "yes" : null);
    set(node, "data-line", place.ordered ? "yes" : null);
    set(head, "aria-pressed", String(on));
    const hidden = place.hidden ? ` (${this.word("hidden", { count: place.hidden })})` : "";
    this.write(head, place.label + hidden);
    const lying = this.cardsAt(place.id);
    keep(cards, lying, (card) => card.id, (card) => {
      const button = make("button", "rf-laid", { type: "button" });
      button.append(make("span", "", { "aria-hidden": "true" }));
      button.addEventListener("click", () => {
        if (place.mentions || place.also.includes(card.id)) this.edit("put", place.id, card.id);
        else this.tap(card.id);
      });
      return button;
    }, (button, card) => {
      this.drawCard(button.firstChild, { ...card, mark: null });
      set(button, "aria-label", `${place.label}: ${card.label}`);
    });
  }

  drawPicker() {
    set(this.picker, "aria-label", this.word("picker"));
    this.drawPack();
    this.inputLabel.textContent = this.word("type");
    this.inputHelp.textContent = this.word("typed");
    if (this.root.getRootNode().activeElement !== this.input) this.input.value = this.typed();
  }

  typed() {
    return this.placeOf(this.place)?.value ?? "";
  }

  paint() {
    for (const node of this.places.children) this.paintPlace(node, this.scene.places.find((place) => place.id === node.dataset.id));
    for (const node of this.groups.querySelectorAll(".rf-place")) {
      const place = this.placeOf(node.dataset.id);
      if (place) this.paintPlace(node, place);
    }
    const chosen = this.placeOf(this.place);
    this.write(this.to, this.word("to", { place: chosen.label }));
    // A place in sight shows that by itself.
    this.to.classList.toggle("sr-hidden", this.scene.places.some((place) => place.id === this.place));
    this.paintPicker();
  }

  paintPicker() {
    const names = new Map(this.everyPlace().map((place) => [place.id, place.label]));
    const cards = new Map(this.scene.picker.map((card) => [card.id, card]));
    const here = new Set(this.cardsAt(this.place).map((card) => card.id));
    for (const button of this.picker.children) {
      const id = button.dataset.id, at = this.lies.get(id);
      set(button, "aria-pressed", String(here.has(id)));
      set(button, "data-away", at && !here.has(id) ? "yes" : null);
      set(button, "aria-label", [cards.get(id).label, at && at !== this.place ? names.get(at) : null].filter(Boolean).join(", "));
      set(button, "tabindex", id === this.cell ? "0" : "-1");
    }
  }

  drawVerbs() {
    const { verbs, verb } = this.scene;
    this.verbs.hidden = verbs.length < 2;
    keep(this.verbs, verbs, (one) => one.id, (one) => {
      const button = make("button", "rf-verb", { type: "button" });
      button.addEventListener("click", () => this.edit("say", one.id));
      return button;
    }, (button, one) => {
      fill(button, one.label);
      set(button, "aria-pressed", String(one.id === verb));
    });
    const { goals, goal } = this.scene;
    this.goals.hidden = goals.length < 2;
    keep(this.goals, goals, (one) => one.id, (one) => {
      const button = make("button", "rf-verb", { type: "button" });
      button.addEventListener("click", () => this.edit("aim", one.id));
      return button;
    }, (button, one) => {
      this.write(button, one.label);
      set(button, "aria-pressed", String(one.id === goal));
    });
  }

  // ---------------------------------------------------------------- the whole table

  drawWhole() {
    fill(this.wholeTitle, this.word("whole"));
    keep(this.groups, this.scene.whole, (group) => group.id, () => {
      const title = make("h3");
      return make("section", "rf-group", {}, title, make("p", "rf-fault"), make("div", "rf-controls"), make("div", "rf-rows"), make("button", "sr-button rf-add", { type: "button" }));
    }, (node, group) => {
      const [title, fault, controls, rows, add] = node.children;
      fill(title, group.label);
      this.write(fault, group.fault);
      fault.hidden = !group.fault;
      this.drawControls(controls, group.controls);
      keep(rows, group.rows, (row) => row.at, () => {
        const remove = make("button", "sr-button", { type: "button" });
        const line = make("div", "rf-row", {}, make("div", "rf-controls"), remove);
        remove.addEventListener("click", () => this.edit("remove", group.id, Number(line.dataset.id)));
        return line;
      }, (line, row) => {
        this.drawControls(line.firstChild, row.controls);
        fill(line.lastChild, row.remove);
      });
      add.hidden = !group.add;
      fill(add, group.add);
      add.onclick = () => this.edit("add", group.id);
    });
  }

  drawControls(parent, controls) {
    keep(parent, controls, (control) => control.id, (control) => this.buildControl(control), (node, control) => this.drawControl(node, control));
  }

  buildControl(control) {
    const choose = (value) => this.edit("choose", control.id, value);
    if (control.kind === "cards") {
      const node = this.buildPlace();
      node.firstChild.addEventListener("click", () => this.choose(control.id, true));
      return node;
    }
    if (control.kind === "seats") {
      const node = make("fieldset", "rf-seats", {}, make("legend"), make("div", "rf-chips"), make("p", "rf-fault"));
      return node;
    }
    const input = control.kind === "choice" ? make("select") : make("input", "", { type: { switch: "checkbox", number: "number" }[control.kind] ?? "text" });
    if (control.kind === "number") {
      set(input, "inputmode", "numeric");
      set(input, "min", control.most ? 0 : null);
      set(input, "max", control.most);
    }
    input.addEventListener("change", () => {
      if (control.kind === "switch") choose(input.checked);
      else if (control.kind === "number") choose(input.value === "" ? null : Math.round(Number(input.value)));
      else choose(input.value);
    });
    return make("div", "rf-control", { "data-kind": control.kind }, make("label", "", {}, make("span"), input), make("p", "rf-fault"));
  }

  drawControl(node, control) {
    const fault = node.lastChild;
    this.write(fault, control.fault);
    fault.hidden = !control.fault;
    if (control.kind === "cards") return;
    if (control.kind === "seats") {
      this.write(node.firstChild, control.label);
      keep(node.children[1], control.options, (option) => option.id, (option) => {
        const button = make("button", "rf-chip", { type: "button" });
        button.addEventListener("click", () => {
          const now = this.controlOf(control.id).value;
          const next = now.includes(option.id) ? now.filter((id) => id !== option.id) : [...now, option.id];
          this.edit("choose", control.id, next);
        });
        return button;
      }, (button, option) => {
        const at = control.value.indexOf(option.id);
        fill(button, at < 0 ? option.label : `${at + 1}. ${option.label}`);
        set(button, "aria-pressed", String(at >= 0));
      });
      return;
    }
    const [words, input] = node.firstChild.children;
    this.write(words, control.label);
    if (control.kind === "choice") {
      const drawn = JSON.stringify(control.options);
      if (input.dataset.drawn !== drawn) {
        input.dataset.drawn = drawn;
        input.replaceChildren(...control.options.map((option) => make("option", "", { value: option.id }, option.label)));
      }
      input.value = control.value;
    } else if (control.kind === "switch") input.checked = control.value;
    else if (this.root.getRootNode().activeElement !== input) input.value = control.value ?? "";
  }

  controlOf(id) {
    const inGroups = this.scene.whole.flatMap((group) => [...group.controls, ...group.rows.flatMap((row) => row.controls)]);
    return [...this.scene.table, ...inGroups].find((control) => control.id === id);
  }

  // ---------------------------------------------------------------- the answer

  drawAnswer() {
    const { answer } = this.scene;
    for (const node of [this.answer, this.verdict]) set(node, "data-tone", answer.tone);
    const mark = ICON[answer.tone] ? icon(answer.tone) : "";
    const words = make("span");
    this.write(words, answer.title);
    this.answerTitle.innerHTML = mark;
    this.answerTitle.append(words);
    this.write(this.answerText, answer.text);
    this.answerText.hidden = !answer.text;
    const title = make("b"), text = make("span");
    this.write(title, answer.title);
    this.write(text, answer.text);
    const said = JSON.stringify([this.scene.lang, answer.tone, answer.title, answer.text]);
    if (this.verdict.dataset.said !== said) {
      this.verdict.dataset.said = said;
      this.verdict.innerHTML = mark;
      this.verdict.append(make("span", "", {}, title, answer.text ? " · " : "", text));
    }
    this.drawBill(this.bill, answer.bill);
    const links = answer.links.map((link) => {
      const anchor = make("a", "sr-link", { href: link.href });
      this.write(anchor, link.label);
      return anchor;
    });
    if (answer.nearest) {
      const button = make("button", "sr-button", { type: "button" });
      this.write(button, answer.nearest.label);
      button.addEventListener("click", () => this.edit("write", "try", answer.nearest.cards.join(" ")));
      links.unshift(button);
    }
    this.answerMore.replaceChildren(...links);
    this.answerMore.hidden = !links.length;
  }

  drawMoves() {
    const { moves } = this.scene;
    this.moves.hidden = !moves;
    if (!moves) return;
    const drawn = JSON.stringify([this.scene.lang, moves]);
    if (this.moves.dataset.drawn === drawn) return;
    this.moves.dataset.drawn = drawn;
    const rows = moves.groups.map((group, at) => {
      const row = make("div", "rf-move-row");
      if (moves.heads[at]) row.append(make("b", "", {}, moves.heads[at]));
      for (const move of group) {
        const button = make("button", "rf-move", { type: "button", "aria-label": `${move.label}: ${move.cards.map((card) => card.label).join(", ")}` });
        if (!move.cards.length) {
          fill(button, move.label);
          button.removeAttribute("aria-label");
        }
        for (const card of move.cards) {
          const drawn = make("span", "", { "aria-hidden": "true" });
          this.drawCard(drawn, card);
          button.append(drawn);
        }
        if (move.note && move.cards.length) {
          const note = make("span", "rf-more", { "aria-hidden": "true" });
          this.write(note, move.note);
          button.append(note);
        }
        button.addEventListener("click", () => this.edit("write", "try", move.text));
        row.append(button);
      }
      if (moves.more[at]) row.append(make("span", "rf-more", {}, moves.more[at]));
      return row;
    });
    this.moves.replaceChildren(make("h2", "", {}, moves.title), ...rows);
  }

  drawActions() {
    const acts = ["copy", "play", "clear"].filter((name) => name !== "play" || this.scene.play);
    keep(this.actions, acts, (name) => name, (name) => {
      const button = make("button", "sr-button", { type: "button" });
      button.addEventListener("click", () => this[name](button));
      return button;
    }, (button, name) => fill(button, this.word(name)));
  }

  async copy(button) {
    try {
      await navigator.clipboard.writeText(this.address);
    } catch {
      return window.prompt(this.word("copy"), this.address);
    }
    fill(button, this.word("copied"));
    setTimeout(() => fill(button, this.word("copy")), 4000);
  }

  play() {
    this.edit("play", "");
  }

  clear() {
    this.place = this.scene.places[0].id;
    this.edit("clear", "");
  }
}

export const referee = (host) => sheet(Question, host);
