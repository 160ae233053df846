// The search box over the rules: hides every rule that does not hold all the words, in whichever language they are.

// Signs of suits are drawn as text, and some keyboards write Thai vowels in another order than others.
const plain = (text) => text.normalize("NFKC").replace(/\ufe0e/g, "").toLowerCase().replace(/\s+/g, " ").trim();

const every = () => [...document.querySelectorAll("details.rule")];

function filter(box, none) {
  const words = plain(box.value).split(" ").filter(Boolean);
  let found = 0;
  for (const rule of every()) {
    const held = plain(rule.dataset.words ?? "");
    rule.hidden = !words.every((word) => held.includes(word));
    found += !rule.hidden;
  }
  for (const section of document.querySelectorAll("section.rules")) {
    section.hidden = !section.querySelector("details.rule:not([hidden])");
  }
  none.hidden = found > 0 || words.length === 0;
}

function build(host) {
  const form = document.createElement("form");
  form.setAttribute("role", "search");
  const label = document.createElement("label");
  const box = document.createElement("input");
  const none = document.createElement("p");
  const clear = document.createElement("button");
  box.type = "search";
  box.id = "words";
  box.autocomplete = "off";
  label.htmlFor = box.id;
  clear.type = "button";
  clear.textContent = "×";
  none.setAttribute("role", "status");
  const apply = () => {
    clear.hidden = box.value === "";
    filter(box, none);
  };
  box.addEventListener("input", apply);
  // Letters are for this box alone; Escape empties it.
  box.addEventListener("keydown", (event) => {
    event.stopPropagation();
    if (event.key === "Escape") {
      box.value = "";
      apply();
    }
  });
  clear.addEventListener("click", () => {
    box.value = "";
    apply();
    box.focus();
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  form.append(label, box, clear, none);
  host.append(form);
  form.apply = apply;
  return form;
}

export default function search({ data, parentElement }) {
  const form = parentElement.querySelector("form") ?? build(parentElement);
  form.lang = data.lang;
  form.querySelector("label").textContent = data.label;
  form.querySelector("button").setAttribute("aria-label", data.clear);
  form.querySelector("p").textContent = data.none;
  // The rules of another ruleset are drawn after this.
  form.apply();
  setTimeout(form.apply, 300);
}
