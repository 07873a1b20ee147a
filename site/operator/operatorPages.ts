import type { ComponentType } from 'react';
import type { OperatorPageName } from '../routePaths.ts';

/** A page of the operator's desk: its title, and its component, which loads on demand. */
interface OperatorPage {
  title: string;
  load: () => Promise<ComponentType>;
}

/** The pages of the operator's desk, by their routes. */
export const operatorPages: Readonly<Record<OperatorPageName, OperatorPage>> = {
  operatorToday: { title: 'Сегодня', load: async () => (await import('./today/TodayPage.tsx')).TodayPage },
  operatorClaims: {
    title: 'Заявки',
    load: async () => (await import('./claims/OperatorClaimsPage.tsx')).OperatorClaimsPage,
  },
  operatorClaim: {
    title: 'Заявка',
    load: async () => (await import('./claim/OperatorClaimPage.tsx')).OperatorClaimPage,
  },
  operatorVerifications: {
    title: 'Проверки карт',
    load: async () => (await import('./verifications/VerificationsPage.tsx')).VerificationsPage,
  },
  operatorStatement: {
    title: 'Поступления',
    load: async () => (await import('./statement/StatementPage.tsx')).StatementPage,
  },
  operatorWithdrawals: {
    title: 'Выплаты партнёрам',
    load: async () => (await import('./withdrawals/OperatorWithdrawalsPage.tsx')).OperatorWithdrawalsPage,
  },
  operatorEmails: {
    title: 'Письма',
    load: async () => (await import('./emails/UndeliveredEmailsPage.tsx')).UndeliveredEmailsPage,
  },
  operatorAudit: { title: 'Журнал', load: async () => (await import('./audit/AuditPage.tsx')).AuditPage },
  operatorStaff: {
    title: 'Сотрудники',
    load: async () => (await import('./staff/StaffListPage.tsx')).StaffListPage,
  },
  operatorTurnover: {
    title: 'Оборот',
    load: async () => (await import('./turnover/TurnoverPage.tsx')).TurnoverPage,
  },
  operatorReserves: {
    title: 'Резервы',
    load: async () => (await import('./reserves/ReservesPage.tsx')).ReservesPage,
  },
  operatorReserve: {
    title: 'Резерв',
    load: async () => (await import('./reserves/ReservePage.tsx')).ReservePage,
  },
  operatorRates: { title: 'Курсы', load: async () => (await import('./rates/RatesPage.tsx')).RatesPage },
  operatorSettings: {
    title: 'Настройки',
    load: async () => (await import('./settings/SettingsPage.tsx')).SettingsPage,
  },
  operatorDiscounts: {
    title: 'Скидки и\u00a0промокоды',
    load: async () => (await import('./discounts/DiscountsPage.tsx')).DiscountsPage,
  },
  operatorPartners: {
    title: 'Партнёры',
    load: async () => (await import('./partners/PartnersPage.tsx')).PartnersPage,
  },
  operatorRequisites: {
    title: 'Реквизиты',
    load: async () => (await import('./requisites/RequisitesPage.tsx')).RequisitesPage,
  },
  operatorCurrencies: {
    title: 'Валюты',
    load: async () => (await import('./currencies/CurrenciesPage.tsx')).CurrenciesPage,
  },
};
