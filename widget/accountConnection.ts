import type { ComponentType } from 'react';
import type { ReadonlySignal } from '@preact/signals-core';
import type { RequisiteField } from '#core/contract/course/pair.ts';
import type { SideName } from '#core/exchange/course.ts';
import type { ExchangeModel } from '#core/exchange/form/exchangeModel.ts';
import type { ApiClient, AuthorizeRequest } from '#core/api/client.ts';
import { ACCOUNT_CONNECTED_EVENT } from '#core/session/siteAccount.ts';

/** Adds an account's credentials to the calls of a client that have `isAuthorized`. */
export type ConnectClient = (api: ApiClient) => ApiClient;

/** Parts of the form for logged-in visitors. Their code belongs to the site, so that partners' pages do not load it. */
export interface AccountForm {
  /** Increases when saved values were filled in: inputs with a mask show them only if they are created anew. */
  readonly fillCount: ReadonlySignal<number>;
  /** Whether a side shows the saved requisite that was used last in place of its fields. Reads signals. */
  isCollapsed(side: SideName): boolean;
  /** The choice among the saved requisites that fit the fields of a side. */
  readonly RequisiteMenu: ComponentType<AccountFormSide>;
  /** Points out an address that resembles a saved one. */
  readonly AddressWarning: ComponentType<AccountFormSide>;
  /** Whether the claim saves its requisites. */
  readonly SaveField: ComponentType;
  dispose(): void;
}

/** A side of the form with its visible fields. */
export interface AccountFormSide {
  side: SideName;
  fields: readonly RequisiteField[];
}

/** Creates the parts of a form for logged-in visitors. */
export type OpenAccountForm = (form: { exchange: ExchangeModel; element: AccountElement }) => AccountForm;

/** The element on a page of the exchange's own site. */
export interface AccountElement extends HTMLElement {
  /** Credentials for the requests about claims. Absent until the site's code has run, and on partners' pages. */
  authorize?: AuthorizeRequest;
  /** For the client of the form, whose courses then contain the account's discount. Absent for guests. */
  connectClient?: ConnectClient;
  /** Loads the code of the account's form. Absent for guests. */
  loadAccountForm?: () => Promise<OpenAccountForm>;
  /** Whether the next claim saves its requisites in the account. */
  savesRequisites?: boolean;
}

/** Assigns the widget's claims to the account that is logged in on the site. */
export function connectAccount(element: AccountElement, authorize: AuthorizeRequest): void {
  element.authorize = authorize;
  element.dispatchEvent(new Event(ACCOUNT_CONNECTED_EVENT));
}

/** Adds the logged-in account's discount to the widget's courses. The form requests them at once. */
export function connectForm(
  element: AccountElement,
  { connectClient, loadAccountForm }: Required<Pick<AccountElement, 'connectClient' | 'loadAccountForm'>>,
): void {
  Object.assign(element, { connectClient, loadAccountForm });
  element.dispatchEvent(new Event(ACCOUNT_CONNECTED_EVENT));
}
