// Brings the card table to the page. Its code and look come with a page's first scene and not with every move, which
// would then be ten times as large.

let module = null; // the table's, once it is there
let coming = null;
let version = null;
const hosts = new WeakMap(); // the newest call of each place, for one that had to wait

function mount(host) {
  const { data, parentElement } = host;
  if (!parentElement.querySelector("style.table-look")) {
    const look = document.createElement("style");
    look.className = "table-look";
    look.textContent = module.look;
    parentElement.append(look);
  }
  const leave = module.draw({ ...host, data: data.scene, lost });
  document.documentElement.dataset.table = "drawn"; // the words beneath for where it does not come up are for nobody now
  return leave;
}

// Streamlit hears nothing more from a place that spoke while the server was away. Everything is saved, so the page is
// loaded anew, as soon as the server answers and at most once a minute.
function lost() {
  const before = Number(sessionStorage.getItem("samrap-lost") ?? 0);
  if (Date.now() - before < 60_000) return;
  window
    .fetch(location.href, { method: "HEAD", cache: "no-store" })
    .then((answer) => {
      if (!answer.ok) return;
      sessionStorage.setItem("samrap-lost", String(Date.now()));
      location.reload();
    })
    .catch(() => {}); // still away: the next press asks again
}

function fetch({ code, look, version: wanted, draws }) {
  version = wanted;
  module = null;
  const url = URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
  coming = import(url).then((found) => {
    module = { draw: found[draws ?? "default"], look };
  });
}

export default function table(host) {
  const { data, parentElement } = host;
  hosts.set(parentElement, host);
  if (data.code && data.version !== version) fetch(data);
  if (module) return mount(host);
  let leave = null;
  coming?.then(() => {
    if (hosts.get(parentElement) === host) leave = mount(host);
  });
  return () => {
    hosts.delete(parentElement);
    leave?.();
  };
}
