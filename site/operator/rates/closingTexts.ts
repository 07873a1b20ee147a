/** The side of an exchange that a currency is closed on. */
export type Direction = 'send' | 'receive';

/** What is closed, as staff reads it. */
export const DIRECTION_TEXTS: Readonly<Record<Direction, { closed: string; option: string }>> = {
  send: { closed: 'не принимаем', option: 'Клиенты отдают' },
  receive: { closed: 'не выплачиваем', option: 'Клиенты получают' },
};
