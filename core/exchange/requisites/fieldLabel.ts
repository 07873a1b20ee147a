import type { RequisiteField } from '../../contract/course/pair.ts';

/** Labels of fields whose backend sends only the name. */
const LABELS: Readonly<Record<string, string>> = {
  card: 'Номер карты',
  phone: 'Телефон',
  address: 'Адрес кошелька',
  memo: 'Комментарий',
};

/** The label of a requisite field; without one, it is made from the name. */
export const getFieldLabel = ({ label, name }: Pick<RequisiteField, 'label' | 'name'>): string =>
  label || LABELS[name] || name;

/** The label of an input, with a note if the field is optional. */
export const getInputLabel = (field: Pick<RequisiteField, 'label' | 'name' | 'required'>): string =>
  getFieldLabel(field) + (field.required ? '' : ', если есть');
