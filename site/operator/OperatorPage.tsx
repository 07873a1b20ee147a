import { AccountPage } from '../account/AccountPage.tsx';
import { LinkList, MenuFrame, type AccountMenuProps } from '../account/AccountNav.tsx';
import type { AccountLink } from '../account/accountLinks.ts';
import { operatorRoutePaths } from '../routePaths.ts';
import './operator.css';

/** The pages of the desk, in the order of the menu. */
const OPERATOR_LINKS: readonly AccountLink[] = [
  {
    text: 'Сегодня',
    to: operatorRoutePaths.operatorToday,
    icon: 'M11 6v5l3.5 2M11 19a8 8 0 1 0 0-16 8 8 0 0 0 0 16Z',
    isExact: true,
  },
  {
    text: 'Заявки',
    to: operatorRoutePaths.operatorClaims,
    icon: 'M8 6h10M8 11h10M8 16h10M4 6v.1M4 11v.1M4 16v.1',
  },
  {
    text: 'Проверки карт',
    to: operatorRoutePaths.operatorVerifications,
    icon: 'M4.5 5h13A1.5 1.5 0 0 1 19 6.5v9a1.5 1.5 0 0 1-1.5 1.5h-13A1.5 1.5 0 0 1 3 15.5v-9A1.5 1.5 0 0 1 4.5 5ZM3 9h16M6.5 13.5h3',
  },
  {
    text: 'Поступления',
    to: operatorRoutePaths.operatorStatement,
    icon: 'M6 3h7l4 4v11.5A1.5 1.5 0 0 1 15.5 20h-9A1.5 1.5 0 0 1 5 18.5V4.5A1.5 1.5 0 0 1 6.5 3M8 11h6M8 15h6',
  },
  {
    text: 'Курсы',
    to: operatorRoutePaths.operatorRates,
    icon: 'M4 17 9 11l3.5 3L18 6M13.5 6H18v4.5',
  },
  {
    text: 'Резервы',
    to: operatorRoutePaths.operatorReserves,
    icon: 'M4 6.5c0-1.4 3.1-2.5 7-2.5s7 1.1 7 2.5S14.9 9 11 9 4 7.9 4 6.5ZM4 6.5v9C4 16.9 7.1 18 11 18s7-1.1 7-2.5v-9M4 11c0 1.4 3.1 2.5 7 2.5s7-1.1 7-2.5',
  },
  {
    text: 'Валюты',
    to: operatorRoutePaths.operatorCurrencies,
    icon: 'M11 19a8 8 0 1 0 0-16 8 8 0 0 0 0 16ZM9 15V7h3a2.3 2.3 0 0 1 0 4.6H7.5M7.5 13.5H12',
  },
  {
    text: 'Реквизиты',
    to: operatorRoutePaths.operatorRequisites,
    icon: 'M4 9 11 4l7 5M4 9h14M6 12v4M11 12v4M16 12v4M4 19h14',
  },
  {
    text: 'Выплаты партнёрам',
    to: operatorRoutePaths.operatorWithdrawals,
    icon: 'M11 4v11M7 11l4 4 4-4M4 18h14',
  },
  {
    text: 'Письма',
    to: operatorRoutePaths.operatorEmails,
    icon: 'M3 6h16v11H3ZM3 6.5l8 6 8-6',
  },
  {
    text: 'Оборот',
    to: operatorRoutePaths.operatorTurnover,
    icon: 'M4 18v-6M9 18V5M14 18v-9M19 18V8M3 18.5h17',
  },
  {
    text: 'Журнал',
    to: operatorRoutePaths.operatorAudit,
    icon: 'M6 3h10v16H6ZM9 7.5h4M9 11h4M9 14.5h4',
  },
  {
    text: 'Сотрудники',
    to: operatorRoutePaths.operatorStaff,
    icon: 'M8.5 10a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM3 18c0-3 2.5-4.5 5.5-4.5S14 15 14 18M14.5 4.5a3 3 0 0 1 0 5.5M16.5 13.8c1.5.6 2.5 2 2.5 4.2',
  },
  {
    text: 'Настройки',
    to: operatorRoutePaths.operatorSettings,
    icon: 'M4 7h8M16 7h2M14 5v4M4 15h2M10 15h8M8 13v4',
  },
  {
    text: 'Скидки и промокоды',
    to: operatorRoutePaths.operatorDiscounts,
    icon: 'M5 17 17 5M7 9a2 2 0 1 0 0-4 2 2 0 0 0 0 4ZM15 17a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z',
  },
  {
    text: 'Партнёры',
    to: operatorRoutePaths.operatorPartners,
    icon: 'M6 13a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM16 8a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM16 19a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM8.3 9.5l5.4-2.8M8.3 11.6l5.4 3.2',
  },
];

/** Layout of the operator's desk: that of the account with another menu. */
export function OperatorPage() {
  return <AccountPage Menu={OperatorMenu} />;
}

function OperatorMenu({ pathname }: AccountMenuProps) {
  return (
    <MenuFrame pathname={pathname} label="Рабочее место">
      <LinkList links={OPERATOR_LINKS} />
    </MenuFrame>
  );
}
