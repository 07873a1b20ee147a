import { useState } from 'react';
import type { ShopLinksModel } from '#core/account/shop/createShopLinks.ts';
import { MAX_SHOP_NAME_LENGTH, MAX_SHOP_SITE_LENGTH, type Shop } from '#core/contract/account/shop.ts';
import { FormEnd } from '../../../elements/form/FormEnd.tsx';
import { TextField } from '../../../elements/form/TextField.tsx';
import { useForm } from '../../../elements/form/useForm.ts';

/** Name and site of the shop, for the partner's own use. */
export function ShopForm({ model, shop }: { model: ShopLinksModel; shop: Shop }) {
  const [isSaved, setIsSaved] = useState(false);
  const form = useForm({
    fieldNames: ['name', 'site'],
    async send({ name = '', site = '' }, { signal }) {
      setIsSaved(false);
      await model.saveShop({ name, site }, { signal });
      setIsSaved(true);
    },
  });
  return (
    <section className="account-section narrow" aria-labelledby="shop-heading">
      <h2 id="shop-heading">Магазин</h2>
      <p className="section-text">Название и сайт видите вы и поддержка.</p>
      <form
        {...form.props}
        className="shop-form"
        aria-labelledby="shop-heading"
        onInput={event => {
          setIsSaved(false);
          form.props.onInput(event);
        }}
      >
        <TextField
          form={form}
          name="name"
          label="Название"
          autoComplete="organization"
          maxLength={MAX_SHOP_NAME_LENGTH}
          defaultValue={shop.name}
        />
        <TextField
          form={form}
          name="site"
          label="Сайт"
          type="url"
          inputMode="url"
          autoComplete="url"
          placeholder="https://"
          maxLength={MAX_SHOP_SITE_LENGTH}
          defaultValue={shop.site}
        />
        <FormEnd form={form} text="Сохранить" sendingText="Сохраняем…" isQuiet />
      </form>
      <p className="form-hint" role="status">
        {isSaved && 'Сохранено.'}
      </p>
    </section>
  );
}
