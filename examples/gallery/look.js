/** Beside each page of the list a link that shows it here, in the frame. */
for (const page of document.querySelectorAll('.gallery li > a')) {
  const look = document.createElement('a');
  Object.assign(look, {
    className: 'look',
    href: page.href,
    target: 'preview',
    textContent: 'Показать рядом',
    ariaLabel: `Показать рядом: ${page.textContent}`,
  });
  page.parentElement.append(look);
}
