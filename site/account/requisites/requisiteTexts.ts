import type { AccountRequisite, SavedRequisiteType } from '#core/contract/account/savedRequisite.ts';
import { accountRoutePaths } from '../../routePaths.ts';
import { formatFullDate, formatFullDay } from '../journal/formatFullDate.ts';

/** Texts of a page for its type of requisites. */
interface RequisiteTexts {
  title: string;
  lead: string;
  add: string;
  empty: string;
  removed: string;
  restored: string;
}

export const REQUISITE_TEXTS: Readonly<Record<SavedRequisiteType, RequisiteTexts>> = {
  card: {
    title: 'Карты',
    lead: 'Карты и телефоны для СБП, которые можно выбрать в форме обмена. Номера храним зашифрованными.',
    add: 'Добавить карту',
    empty: 'Здесь пока нет карт. Добавьте свою, и её не придётся вводить в каждой заявке.',
    removed: 'Карта удалена',
    restored: 'Карта возвращена',
  },
  wallet: {
    title: 'Кошельки',
    lead: 'Адреса, которые можно выбрать в форме обмена. Похожий чужой адрес форма заметит. Адреса храним зашифрованными.',
    add: 'Добавить кошелёк',
    empty: 'Здесь пока нет кошельков. Добавьте свой, и адрес не придётся копировать в каждую заявку.',
    removed: 'Кошелёк удалён',
    restored: 'Кошелёк возвращён',
  },
};

/** Currency and network: «Сбербанк», «Tether USDT TRC20». */
export const formatCurrency = ({ currency: { name, network } }: Pick<AccountRequisite, 'currency'>): string =>
  [name, network].filter(Boolean).join('\u00a0');

const formatNumber = ({ id }: Pick<AccountRequisite, 'id'>) => `№ ${id}`;

/** Name of a requisite: its label, else the currency and the masked value, else its number. */
export const formatRequisiteName = (
  requisite: Pick<AccountRequisite, 'id' | 'label' | 'currency' | 'masked'>,
): string =>
  requisite.label ||
  [formatCurrency(requisite), requisite.masked].filter(Boolean).join(' ') ||
  formatNumber(requisite);

/** Title of a requisite whose masked value is beside it: its label, else the currency, else its number. */
export const formatRequisiteTitle = (
  requisite: Pick<AccountRequisite, 'id' | 'label' | 'currency'>,
): string => requisite.label || formatCurrency(requisite) || formatNumber(requisite);

/** Path of a card's page. */
export const getCardPath = (id: string): string => accountRoutePaths.card.replace(':uuid', id);

/** Tone of a status, as the list shows it. */
type StatusTone = 'success' | 'pending' | 'failure' | 'none';

/** The state of a card's verification in words, and what its owner can do. */
export function describeVerification(verification: AccountRequisite['verification']): {
  text: string;
  tone: StatusTone;
  action: string;
} {
  switch (verification?.status) {
    case 'approved':
      return {
        text: verification.expiresAt
          ? `Подтверждена до ${formatFullDay(verification.expiresAt)}`
          : 'Подтверждена',
        tone: 'success',
        action: 'Подробнее',
      };
    case 'pending':
      return { text: 'На проверке', tone: 'pending', action: 'Подробнее' };
    case 'rejected':
      return { text: 'Отклонена', tone: 'failure', action: 'Прислать новое фото' };
    case 'draft':
      return { text: 'Фото не отправлено', tone: 'pending', action: 'Продолжить' };
    case 'expired':
      return { text: 'Подтверждение истекло', tone: 'none', action: 'Подтвердить снова' };
    case undefined:
      return { text: 'Не подтверждена', tone: 'none', action: 'Подтвердить' };
  }
}

/** Start of payouts to a requisite; null: now. */
export const formatPayoutDelay = ({ payoutFrom }: Pick<AccountRequisite, 'payoutFrom'>): string | null =>
  payoutFrom && `Вывод со счёта сюда откроется ${formatFullDate(payoutFrom)}. Менять можно сразу.`;
