import { effect, signal, untracked } from '@preact/signals-core';
import { watchPairRequisites } from '#core/account/requisites/watchPairRequisites.ts';
import { fetchRequisites } from '#core/api/account/savedRequisites.ts';
import type { AccountRequisite } from '#core/contract/account/savedRequisite.ts';
import type { SideName } from '#core/exchange/course.ts';
import type { User } from '#core/contract/user.ts';
import type { ExchangeModel } from '#core/exchange/form/exchangeModel.ts';
import { findSimilarAddress } from '#core/exchange/requisites/similarAddress.ts';
import type { SessionModel } from '#core/session/sessionModel.ts';
import type { AccountElement, AccountForm } from '#widget/accountConnection.ts';
import { watchAccountEnd } from '../../shell/session/watchAccountEnd.ts';
import { hasAccountExtensions } from '../accountContext.ts';
import { AddressWarning, RequisiteMenu, SaveField } from './SavedRequisiteFields.tsx';
import type { AccountFormModel } from './accountFormModel.ts';
import { listFittingRequisites } from './fittingRequisites.ts';

/** Forms that are cleared when the account logs out. */
const watchedForms = new WeakSet<ExchangeModel>();

/** Clears the form at the logout: it outlives this step, and another visitor may continue it. */
function clearAtAccountEnd(
  session: SessionModel,
  { exchange, element }: { exchange: ExchangeModel; element: AccountElement },
): void {
  if (watchedForms.has(exchange)) return;
  watchedForms.add(exchange);
  watchAccountEnd(session, () => {
    exchange.draft.clear();
    exchange.draft.setEmail('');
    element.savesRequisites = false;
  });
}

/** Loads the saved requisites for a form, and fills in the account's e-mail. */
export function createAccountForm(
  session: SessionModel,
  { exchange, element }: { exchange: ExchangeModel; element: AccountElement },
): AccountForm {
  const { draft } = exchange;
  clearAtAccountEnd(session, { exchange, element });
  const requisites = signal<readonly AccountRequisite[] | null>(null);
  const fillCount = signal(0);
  /** Sides that a requisite was preselected for, with whether their fields are hidden. */
  const preselected = signal<Partial<Record<SideName, 'collapsed' | 'expanded'>>>({});
  const isSaving = signal(element.savesRequisites ?? false);
  let lifetime = new AbortController();
  let stopPair = () => {};

  async function load(user: User): Promise<void> {
    if (draft.email.peek() === '') draft.setEmail(user.email);
    const { signal } = lifetime;
    // Without the list the visitor types the requisites.
    const saved = await fetchRequisites(session.api, null, { signal }).catch(() => null);
    if (signal.aborted) return;
    if (saved) requisites.value = saved;
    const sides = (['from', 'to'] as const).filter(preselectLastUsed);
    preselected.value = Object.fromEntries(sides.map(side => [side, 'collapsed']));
    // Requisites of another backend may have no currency, and then fit no side.
    const hasFitting = saved?.some(({ currency }) => currency.code !== '') ?? false;
    if (!hasFitting && !hasAccountExtensions(user))
      stopPair = watchPairRequisites(session.api, exchange, addOfPair);
  }

  function addOfPair(ofPair: readonly AccountRequisite[]): void {
    const isOfPair = ({ id }: AccountRequisite) => ofPair.some(one => one.id === id);
    requisites.value = [...ofPair, ...(requisites.peek() ?? []).filter(one => !isOfPair(one))];
  }

  /** Fills an empty side with the requisite that was used last. Returns whether it has all that the side requires. */
  function preselectLastUsed(side: SideName): boolean {
    const fields = draft.fields.peek()[side];
    const [latest] = model.listFitting(side);
    const isEmpty = fields.every(({ name }) => draft.getValue(side, name) === '');
    if (!latest?.usedAt || !isEmpty) return false;
    model.fill(side, latest);
    return fields.every(({ name, required }) => !required || latest.values[name]);
  }

  /** Clears the data of the previous account and loads that of the next one. */
  const stopSession = effect(() => {
    const state = session.state.value;
    lifetime.abort();
    stopPair();
    lifetime = new AbortController();
    if (state.phase === 'signed_in') untracked(() => void load(state.user));
    if (state.phase !== 'guest') return;
    requisites.value = null;
    isSaving.value = false;
  });

  const model: AccountFormModel = {
    getRequisites: () => requisites.value,
    listFitting: side =>
      listFittingRequisites(requisites.value ?? [], exchange[side].value?.code, draft.fields.value[side]),
    findFilled: side =>
      model
        .listFitting(side)
        .find(({ values }) =>
          draft.fields.value[side].every(({ name }) => (values[name] ?? '') === draft.getValue(side, name)),
        ) ?? null,
    fill(side, { values }) {
      for (const { name } of draft.fields.peek()[side]) {
        draft.setValue(side, name, values[name] ?? '');
        if (values[name]) void draft.validateField(`${side}.${name}`).catch(() => undefined);
      }
      fillCount.value++;
    },
    clear(side) {
      for (const { name } of draft.fields.peek()[side]) draft.setValue(side, name, '');
      fillCount.value++;
    },
    isPreselected: side => preselected.value[side] !== undefined && model.findFilled(side) !== null,
    isCollapsed: side =>
      preselected.value[side] === 'collapsed' &&
      model.findFilled(side) !== null &&
      !Object.keys(draft.errors.value).some(name => name.startsWith(`${side}.`)),
    toggleFields(side) {
      preselected.value = {
        ...preselected.peek(),
        [side]: model.isCollapsed(side) ? 'expanded' : 'collapsed',
      };
    },
    isSaving: () => isSaving.value,
    setSaving(next) {
      isSaving.value = next;
      // On the element, because this model is disposed before the claim is created.
      element.savesRequisites = next;
    },
    findSimilar(text) {
      const wallets = (requisites.value ?? []).filter(({ values }) => values.account !== undefined);
      const similar = findSimilarAddress(
        text,
        wallets.map(({ values }) => values.account ?? ''),
      );
      return wallets.find(({ values }) => values.account === similar) ?? null;
    },
  };
  return {
    fillCount,
    isCollapsed: model.isCollapsed,
    RequisiteMenu: ({ side }) => <RequisiteMenu form={model} side={side} />,
    AddressWarning: ({ side, fields }) => (
      <AddressWarning form={model} draft={draft} side={side} fields={fields} />
    ),
    SaveField: () => <SaveField form={model} />,
    dispose() {
      stopSession();
      stopPair();
      lifetime.abort();
    },
  };
}
