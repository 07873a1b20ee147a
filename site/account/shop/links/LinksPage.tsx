/** Page /account/shop/link-generation. */
export function LinksPage() {
  return <h1>Ссылки</h1>;
}
