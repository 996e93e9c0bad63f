// The table of contents at the side: pkgdown's own scripts come from hosts that a reader may not
// reach.
document.addEventListener("DOMContentLoaded", () => {
  const toc = document.getElementById("toc");
  if (!toc) return;
  const headings = [...document.querySelectorAll("main h2")].filter((h) => !("tocSkip" in h.dataset));
  const list = document.createElement("ul");
  for (const heading of headings) {
    const id = heading.id || heading.parentElement.id;
    if (!id) continue;
    const link = document.createElement("a");
    link.href = "#" + id;
    link.textContent = heading.textContent.trim();
    list.appendChild(document.createElement("li")).appendChild(link);
  }
  if (list.children.length > 1) toc.appendChild(list);
  else toc.remove();
});
