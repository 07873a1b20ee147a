import { Link } from 'react-router';
import { PERSONAL_DATA_CONSENT } from '#core/contract/user.ts';
import { Checkbox } from '../elements/form/Checkbox.tsx';
import type { Form } from '../elements/form/useForm.ts';
import { routePaths } from '../routePaths.ts';

/** The two consents of a sign-up. The one to personal data is separate, as the law requires. */
export function ConsentCheckboxes({ form }: { form: Form }) {
  return (
    <>
      <Checkbox form={form} name="consent">
        {PERSONAL_DATA_CONSENT}. <Link to={`${routePaths.rules}#data`}>Подробнее</Link>
      </Checkbox>
      <Checkbox form={form} name="rules">
        Принимаю <Link to={routePaths.rules}>правила обмена</Link>
      </Checkbox>
    </>
  );
}
