/** Page /account/shop/api. */
export function ApiPage() {
  return <h1>API</h1>;
}
