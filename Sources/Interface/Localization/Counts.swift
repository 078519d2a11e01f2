import Model

extension Texts {
  /// Returns a number of photos: "1 photo", "2 photos".
  package func photos(_ count: Int) -> String {
    counted(count, ("photo", "photos"), ("фото", "фото", "фото"))
  }

  /// Returns the number of marked photos: "2 marked".
  package func marked(_ count: Int) -> String {
    say("\(number(count)) marked", "Отмечено: \(number(count))")
  }

  /// The name of Enter while API keys are typed.
  package var saveKeys: String { say("save", "сохранить") }

  /// The name of Esc while photos are marked.
  package var unmark: String { say("unmark", "снять отметки") }

  /// The name of the Like key while a liked photo is selected.
  package var unlike: String { say("unlike", "снять лайк") }

  /// Returns a number of likes: "1 like", "2 likes".
  package func likes(_ count: Int) -> String {
    counted(count, ("like", "likes"), ("лайк", "лайка", "лайков"))
  }

  /// Returns a message about likes that failed: "Couldn't update 1 like", "Couldn't update 2
  /// likes".
  package func unchangedLikes(_ count: Int) -> String {
    say("Couldn't update \(likes(count))", "Не удалось изменить \(likes(count))")
  }

  /// Returns the age of cached content: "updated 3 hours ago".
  ///
  /// - Parameter isShort: Whether units are abbreviated, for narrow screens.
  package func updated(_ age: Duration, isShort: Bool = false) -> String {
    let minutes = Int(max(0, age.components.seconds) / 60)
    guard minutes > 0 else {
      return isShort
        ? say("just now", "только что") : say("updated just now", "обновлено только что")
    }
    let time =
      if minutes < 60 {
        isShort
          ? say("\(minutes)\(numberSpace)min", "\(minutes)\(numberSpace)мин")
          // Russian needs the accusative here, which differs from `minutes(_:)`.
          : counted(minutes, ("minute", "minutes"), ("минуту", "минуты", "минут"))
      } else if minutes < 48 * 60 {
        isShort
          ? say("\(minutes / 60)\(numberSpace)h", "\(minutes / 60)\(numberSpace)ч")
          : counted(minutes / 60, ("hour", "hours"), ("час", "часа", "часов"))
      } else {
        isShort
          ? say("\(minutes / 1_440)\(numberSpace)d", "\(minutes / 1_440)\(numberSpace)дн.")
          : counted(minutes / 1_440, ("day", "days"), ("день", "дня", "дней"))
      }
    return isShort
      ? say("\(time) ago", "\(time) назад") : say("updated \(time) ago", "обновлено \(time) назад")
  }

  /// Returns a number of requests: "1 request", "2 requests".
  package func requests(_ count: Int) -> String {
    counted(count, ("request", "requests"), ("запрос", "запроса", "запросов"))
  }

  /// Returns a number of new photos: "1 new photo", "2 new photos".
  package func newPhotos(_ count: Int) -> String {
    counted(
      count,
      ("new photo", "new photos"),
      ("новая фотография", "новые фотографии", "новых фотографий")
    )
  }

  /// Returns the time until a retry: "in 5 minutes".
  ///
  /// `nil` stands for the next full hour, when the service's rate limit is reset.
  package func after(minutes: Int?) -> String {
    guard let minutes else { return say("at the top of the hour", "в начале следующего часа") }
    guard minutes > 0 else { return say("in less than a minute", "меньше чем через минуту") }
    // Russian needs the accusative here, which differs from `minutes(_:)` in the singular.
    let time = counted(minutes, ("minute", "minutes"), ("минуту", "минуты", "минут"))
    return say("in \(time)", "через \(time)")
  }

  /// Returns the rest of the service's hourly rate limit: "12 of 50 requests left this hour".
  package func budget(_ budget: RateBudget) -> String {
    let remaining = number(budget.remaining)
    return say(
      "\(remaining) of \(requests(budget.limit)) left this hour",
      "Запросов до конца часа: \(remaining) из \(number(budget.limit))"
    )
  }
}
