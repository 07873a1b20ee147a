/** Page /account/shop/history. */
export function HistoryPage() {
  return <h1>История</h1>;
}
