import type { CashMeeting } from '#core/contract/claim.ts';
import type { ClaimWording } from './claimWording.ts';

export { MeetingDetails } from './MeetingDetails.tsx';

/** The texts of claims in which the visitor brings cash (`from`) or collects it (`to`). */
export const CASH_WORDING: Readonly<Record<CashMeeting['side'], ClaimWording>> = {
  from: {
    titles: {
      requisites: 'Уточняем место встречи',
      waiting: 'Ждём наличные',
      claimed: 'Вы сообщили о передаче',
      paid: 'Наличные получены',
      refunding: 'Возвращаем наличные',
      refunded: 'Наличные возвращены',
      expired: 'Наличные не переданы вовремя',
    },
    nextSteps: {
      new: 'Готовим заявку. Место встречи появится здесь.',
      requisites: 'Место встречи появится здесь.',
      claimed: 'Сверяем сумму. Когда оператор подтвердит её, статус изменится.',
      paid: 'Наличные у нас. Готовим отправку.',
      refunding: 'Вернём наличные на встрече. О времени договоримся в Telegram.',
      refunded: 'Наличные возвращены на встрече.',
      expired: 'Наличные не переданы вовремя, и мы закрыли заявку: её курс больше не действует.',
    },
    personSteps: {
      waiting: 'Передайте на встрече точную сумму и нажмите «Я передал деньги».',
      refunding: 'Ответьте оператору в Telegram.',
      refunded: 'Если вы их не получили, напишите в поддержку.',
      rejected: 'Если наличные уже у нас, напишите в поддержку: вернём их или продолжим обмен.',
      expired: 'Если наличные уже у нас, напишите в поддержку: пересчитаем или вернём их.',
      cancelled: 'Если наличные уже у нас, напишите в поддержку: вернём их.',
    },
    pastSteps: {
      claimed: 'Вы сообщили о передаче',
      paid: 'Наличные получены',
      refunding: 'Решили вернуть наличные',
      refunded: 'Наличные возвращены',
      expired: 'Время передачи истекло',
    },
    futureSteps: { payment: 'Ждём наличные', receipt: 'Сверим сумму' },
  },
  to: {
    titles: {
      paid: 'Готовим наличные',
      payout: 'Можно забрать наличные',
      payout_error: 'Выдача задерживается',
      completed: 'Наличные выданы',
    },
    nextSteps: {
      aml: 'Проверяем, откуда пришли монеты. Потом подготовим наличные.',
      paid: 'Монеты получены. Договоримся о времени встречи в Telegram.',
      payout: 'Наличные готовы.',
      payout_error: 'Выдать наличные пока не вышло. Оператор уже занимается этим и напишет вам.',
      completed: 'Наличные выданы на встрече.',
    },
    personSteps: {
      paid: 'Ответьте оператору в Telegram.',
      payout: 'Приходите на встречу с документом и номером заявки.',
      completed: 'Если вы их не получили, напишите в поддержку.',
    },
    pastSteps: {
      paid: 'Монеты получены',
      payout_error: 'Выдача задержалась',
      completed: 'Наличные выданы',
    },
    futureSteps: { payout: amount => `Выдадим ${amount}` },
  },
};
