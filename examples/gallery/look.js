/** Beside each page of the list a link that shows it here, in the frame. */
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
