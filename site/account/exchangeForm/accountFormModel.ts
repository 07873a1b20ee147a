import type { AccountRequisite } from '#core/contract/account/savedRequisite.ts';
import type { SideName } from '#core/exchange/course.ts';

/** State of the form's fields for a logged-in visitor. The methods read signals. */
export interface AccountFormModel {
  /** The saved requisites; null until they are loaded, and on a backend that saves none. */
  getRequisites(): readonly AccountRequisite[] | null;
  /** The saved requisites that fill in the visible fields of a side. */
  listFitting(side: SideName): readonly AccountRequisite[];
  /** The saved requisite whose values a side has. */
  findFilled(side: SideName): AccountRequisite | null;
  /** Fills in the fields of a side. */
  fill(side: SideName, requisite: AccountRequisite): void;
  /** Empties the fields of a side. */
  clear(side: SideName): void;
  /** Whether a side has a saved requisite that was preselected, or chosen instead. */
  isPreselected(side: SideName): boolean;
  /** Whether such a requisite is shown in place of the fields. Fields with an error are always shown. */
  isCollapsed(side: SideName): boolean;
  /** Shows or hides the fields of such a requisite. */
  toggleFields(side: SideName): void;
  /** Whether the claim saves its requisites. */
  isSaving(): boolean;
  setSaving(isSaving: boolean): void;
  /** The saved address that the text of an address field resembles. */
  findSimilar(text: string): AccountRequisite | null;
}
