import Library
import Model

extension AppState {
  /// Requests the next page of a list, unless it is loading or the list has ended.
  mutating func loadMore(in list: ListID) -> [Effect] { FeedReducer.loadMore(&self, in: list) }

  /// Requests more photos if a change has brought the end of a list near.
  mutating func followChange(of list: ListID) -> [Effect] { FeedReducer.moved(&self, in: list) }
}
