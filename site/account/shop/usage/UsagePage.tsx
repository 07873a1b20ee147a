/** Page /account/shop/usage. */
export function UsagePage() {
  return <h1>Как подключить</h1>;
}
