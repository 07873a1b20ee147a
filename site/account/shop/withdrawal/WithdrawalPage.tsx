/** Page /account/shop/withdrawal. */
export function WithdrawalPage() {
  return <h1>Вывод</h1>;
}
