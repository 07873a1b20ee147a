/** Page /account/shop/statistics. */
export function StatisticsPage() {
  return <h1>Статистика</h1>;
}
