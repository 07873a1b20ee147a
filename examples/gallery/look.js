/** Adds to each page in the list a link that opens it in the preview frame. */
for (const page of document.querySelectorAll('.gallery li > a')) {
  const previewLink = document.createElement('a');
  Object.assign(previewLink, {
    className: 'look',
    href: page.href,
    target: 'preview',
    textContent: 'Показать рядом',
    ariaLabel: `Показать рядом: ${page.textContent}`,
  });
  page.parentElement.append(previewLink);
}
