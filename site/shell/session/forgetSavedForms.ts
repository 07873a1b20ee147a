/** Keys of the forms that this tab saves: core/exchange/form/formStorage.ts. */
const SAVED_FORM_KEY = /^exchange:.*:form$/;

/** Removes the forms that this tab has saved: they may have requisites and the e-mail of an account. */
export function forgetSavedForms(storage: Storage): void {
  for (const key of Object.keys(storage)) if (SAVED_FORM_KEY.test(key)) storage.removeItem(key);
}
