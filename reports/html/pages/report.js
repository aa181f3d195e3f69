document.addEventListener("click", (e) => {
  const link = e.target.closest("a") ? null : e.target.closest("tr.leads")?.querySelector("td a");
  if (link && getSelection().isCollapsed) link.dispatchEvent(new MouseEvent("click", e));
});
