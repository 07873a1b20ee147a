/** A text of the document: the parts in backticks are code. */
export function DescriptionText({ text }: { text: string }) {
  return text.split('`').map((part, index) => (index % 2 === 0 ? part : <code key={index}>{part}</code>));
}
