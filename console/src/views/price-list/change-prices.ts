import { api, ask, type Operator } from '../../api/client.ts';
import { queryClient, read, refresh } from '../../api/queries.ts';

export type Price = Operator['PriceListDetails']['prices'][number];

/** The API replaces all prices of a list together, so one price is changed in the list as it is now, not as the page shows it. */
export async function changePrices(priceListId: string, change: (prices: Price[]) => Price[]): Promise<void> {
  const params = { path: { priceListId } };
  const { prices } = await queryClient.fetchQuery({
    ...read('/admin/v1/price-lists/{priceListId}', { params }),
    staleTime: 0,
  });
  await ask(api.PUT('/admin/v1/price-lists/{priceListId}/prices', { params, body: { prices: change(prices) } }));
  await refresh('/admin/v1/price-lists');
}
