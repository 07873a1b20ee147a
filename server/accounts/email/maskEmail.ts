/** Masks an e-mail so that only people who know it can recognize it: «i•••@mail.example». */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, 1)}•••${email.slice(at)}`;
}
