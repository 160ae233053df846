// The buttons of a ruleset's page: print it, or save it as a picture that is made here, without asking anybody.

const WIDTH = 794; // pixels of the picture before it is enlarged: A4 at 96 to the inch
const SHARP = 2.5;
const SVG = "http://www.w3.org/2000/svg";

const data64 = (blob) => new Promise((resolve, reject) => {
  const reader = new FileReader();
  reader.onload = () => resolve(reader.result);
  reader.onerror = () => reject(reader.error);
  reader.readAsDataURL(blob);
});

// The page's own fonts, whole, since a picture may fetch nothing.
async function fonts() {
  const faces = [];
  for (const sheet of document.styleSheets) {
    for (const rule of sheet.cssRules) {
      if (!(rule instanceof CSSFontFaceRule) || !/Sarabun|Chonburi/.test(rule.style.getPropertyValue("font-family"))) continue;
      const source = /url\(["']?([^"')]+)["']?\)/.exec(rule.style.getPropertyValue("src"));
      if (!source) continue;
      const url = new URL(source[1], sheet.href ?? location.origin + "/");
      const answer = await fetch(url);
      if (answer.ok) faces.push(rule.cssText.replace(source[0], `url(${await data64(await answer.blob())})`));
    }
  }
  return faces.join("\n");
}

// The sheet as wide as paper, however wide the screen is.
function measured(sheet) {
  const copy = sheet.cloneNode(true);
  copy.style.cssText = `position: absolute; left: -9999px; top: 0; margin: 0; border-radius: 0; box-shadow: none; width: ${WIDTH}px`;
  sheet.parentElement.append(copy);
  const height = Math.ceil(copy.getBoundingClientRect().height);
  copy.remove();
  copy.style.cssText = `margin: 0; border-radius: 0; box-shadow: none; width: ${WIDTH}px; height: ${height}px`;
  return [copy, height];
}

async function drawing(sheet, look) {
  const [copy, height] = measured(sheet);
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("width", WIDTH);
  svg.setAttribute("height", height);
  const inside = document.createElementNS(SVG, "foreignObject");
  inside.setAttribute("width", "100%");
  inside.setAttribute("height", "100%");
  const style = document.createElement("style");
  style.textContent = `${await fonts()}\n${look}`;
  const page = document.createElement("div");
  page.append(style, copy);
  inside.append(page);
  svg.append(inside);
  const text = new XMLSerializer().serializeToString(svg);
  return { height, url: `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}` };
}

async function picture(sheet, look) {
  const { height, url } = await drawing(sheet, look);
  const image = new Image();
  image.src = url;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = WIDTH * SHARP;
  canvas.height = height * SHARP;
  const context = canvas.getContext("2d");
  context.fillStyle = "#FFFFFF";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png"));
}

function download(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.target = "_self"; // no page of ours: the bar is not to follow it
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

function build(host) {
  const bar = document.createElement("div");
  bar.className = "bar";
  for (const name of ["print", "picture"]) {
    const button = document.createElement("button");
    button.type = "button";
    button.dataset.do = name;
    bar.append(button);
  }
  const style = document.createElement("style");
  style.textContent = `
    .bar { display: flex; flex-wrap: wrap; gap: 8px 16px; margin-top: 8px; }
    button { min-height: 48px; padding: 8px 24px; border: 0; border-radius: 10px; font: 700 17px/1.5 var(--st-font, Sarabun, sans-serif); color: var(--ink); background: var(--raised); box-shadow: inset 0 0 0 1px var(--edge-strong); cursor: pointer; }
    button[data-do="picture"] { color: var(--on-lac); background: var(--lac); box-shadow: none; }
    button:focus-visible { outline: 3px solid var(--band); outline-offset: 2px; }
    button[aria-busy="true"] { opacity: .6; }
    p { margin: 8px 0 0; font: 400 17px/1.65 var(--st-font, Sarabun, sans-serif); color: var(--ink); }`;
  host.append(style, bar);
  return bar;
}

function say(bar, words) {
  const said = document.createElement("p");
  said.setAttribute("role", "alert");
  said.lang = bar.lang;
  said.textContent = words;
  bar.after(said);
}

export default function card({ data, parentElement }) {
  const bar = parentElement.querySelector(".bar") ?? build(parentElement);
  const [print, save] = bar.children;
  bar.lang = data.lang;
  print.textContent = data.print;
  save.textContent = data.picture;
  print.onclick = () => window.print();
  save.onclick = async () => {
    if (save.ariaBusy === "true") return;
    save.ariaBusy = "true";
    parentElement.querySelector("p")?.remove();
    try {
      download(await picture(document.querySelector(".sheet"), data.look), `${data.file}.png`);
    } catch {
      say(bar, data.failed); // some browsers let no page look at a picture that holds one
    } finally {
      save.ariaBusy = "false";
    }
  };
}
