/** Page /account/referral. */
export function ReferralPage() {
  return <h1>Партнёрам</h1>;
}
